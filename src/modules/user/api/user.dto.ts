import type { UserRecord } from '../../../../projections/user/projection.js';
import { limits } from '../../../catalogue/limits/limits.js';
import { USER_ROLES, type UserRole } from '../../../catalogue/permissions/roles.js';
import {
  ChoiceField,
  EmailField,
  PasswordField,
  TextField,
  TimestampField,
  UuidField,
} from '../../../http/fields/fields.js';
import { ListDto, PageQueryDto } from '../../../http/fields/paging.dto.js';

const description = {
  email: 'Unique in the tenant without regard to case',
  role: 'What they may do; USER unless said',
  firstname: 'First name',
  lastname: 'Last name',
};

export class CreateUserDto {
  @EmailField({ description: description.email, example: 'anna@acme.example' })
  email!: string;

  @PasswordField({ description: 'No rules of composition, but none of the commonest', example: 'a quiet green river' })
  password!: string;

  @ChoiceField({ description: description.role, of: USER_ROLES, optional: true })
  role?: UserRole;

  @TextField({ description: description.firstname, max: limits.name, optional: true })
  firstname?: string;

  @TextField({ description: description.lastname, max: limits.name, optional: true })
  lastname?: string;
}

export class UserDto {
  @UuidField({ description: 'Its id' })
  id!: string;

  @UuidField({ description: 'Whose it is' })
  tenant_id!: string;

  @EmailField({ description: description.email })
  email!: string;

  @ChoiceField({ description: description.role, of: USER_ROLES })
  role!: UserRole;

  @TextField({ description: description.firstname, max: limits.name, optional: true })
  firstname?: string;

  @TextField({ description: description.lastname, max: limits.name, optional: true })
  lastname?: string;

  @TimestampField({ description: 'When they were made' })
  created_at!: string;

  @TimestampField({ description: 'When they last changed' })
  updated_at!: string;
}

export class UserQueryDto extends PageQueryDto {}
export const UserListDto = ListDto('users', UserDto);

export function toUserDto({ id, tenantId, createdAt, updatedAt, value }: UserRecord): UserDto {
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
