import type { KeptUser } from '../../../../projections/user/projection.js';
import { ChoiceField, EmailField, PasswordField, TextField, TimestampField, UuidField } from '../../../http/fields/fields.js';
import { ListDto, PageQueryDto } from '../../../http/fields/paging.dto.js';
import { limits } from '../../../catalogue/limits/limits.js';
import { USER_ROLES, type UserRole } from '../../../catalogue/permissions/permissions.js';

const about = {
  email: 'Unique in the tenant without regard to case',
  role: 'What they may do; USER unless said',
  firstname: 'First name',
  lastname: 'Last name',
};

export class CreateUserDto {
  @EmailField({ about: about.email, example: 'anna@acme.example' })
  email!: string;

  @PasswordField({ about: 'No rules of composition, but none of the commonest', example: 'a quiet green river' })
  password!: string;

  @ChoiceField({ about: about.role, of: USER_ROLES, optional: true })
  role?: UserRole;

  @TextField({ about: about.firstname, max: limits.name, optional: true })
  firstname?: string;

  @TextField({ about: about.lastname, max: limits.name, optional: true })
  lastname?: string;
}

export class UserDto {
  @UuidField({ about: 'Its id' })
  id!: string;

  @UuidField({ about: 'Whose it is' })
  tenant_id!: string;

  @EmailField({ about: about.email })
  email!: string;

  @ChoiceField({ about: about.role, of: USER_ROLES })
  role!: UserRole;

  @TextField({ about: about.firstname, max: limits.name, optional: true })
  firstname?: string;

  @TextField({ about: about.lastname, max: limits.name, optional: true })
  lastname?: string;

  @TimestampField({ about: 'When they were made' })
  created_at!: string;

  @TimestampField({ about: 'When they last changed' })
  updated_at!: string;
}

export class UserQueryDto extends PageQueryDto {}
export const UserListDto = ListDto('users', UserDto);

export function toUserDto({ id, tenantId, createdAt, updatedAt, value }: KeptUser): UserDto {
  const { email, role, firstname, lastname } = value;
  return {
    id,
    tenant_id: tenantId,
    email,
    role,
    ...(firstname === undefined ? {} : { firstname }),
    ...(lastname === undefined ? {} : { lastname }),
    created_at: createdAt,
    updated_at: updatedAt,
  };
}
