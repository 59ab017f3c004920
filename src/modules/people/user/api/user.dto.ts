import type { UserRecord } from '../../../../../projections/user/projection.js';
import { limits } from '../../../../catalogue/limits/limits.js';
import { USER_ROLES, type UserRole } from '../../../../catalogue/permissions/roles.js';
import { BooleanField, ChoiceField, PasswordField, TimestampField, UuidField } from '../../../../http/fields/fields.js';
import { ListDto, PageQueryDto } from '../../../../http/fields/paging.dto.js';
import { EmailField, NameField } from '../../../../http/fields/text-fields.js';

const description = {
  email: 'E-mail address, unique in the tenant regardless of case.',
  role: 'Role of the user. Default: USER.',
  firstname: 'First name.',
  lastname: 'Last name.',
};

export class CreateUserDto {
  @EmailField({ description: description.email, example: 'anna@acme.example' })
  email!: string;

  @PasswordField({
    description:
      'Password of the user. Very common passwords are not allowed. Default: the user gets an e-mail with a link to set a password.',
    example: 'a quiet green river',
    optional: true,
  })
  password?: string;

  @ChoiceField({ description: description.role, of: USER_ROLES, optional: true })
  role?: UserRole;

  @NameField({ description: description.firstname, max: limits.name, optional: true })
  firstname?: string;

  @NameField({ description: description.lastname, max: limits.name, optional: true })
  lastname?: string;
}

export class PatchUserDto {
  @EmailField({
    description: `${description.email} Another address takes effect once the link sent to it is followed. Default: unchanged.`,
    optional: true,
  })
  email?: string;

  @ChoiceField({
    description: 'Role of the user. A new role ends the sessions of the user. Default: unchanged.',
    of: USER_ROLES,
    optional: true,
  })
  role?: UserRole;

  @NameField({ description: description.firstname, max: limits.name, optional: 'clearable' })
  firstname?: string | null;

  @NameField({ description: description.lastname, max: limits.name, optional: 'clearable' })
  lastname?: string | null;
}

export class UserDto {
  @UuidField({ description: 'Id of the user.' })
  id!: string;

  @UuidField({ description: 'Id of the tenant.' })
  tenant_id!: string;

  @EmailField({ description: description.email })
  email!: string;

  @EmailField({ description: 'New e-mail address that is not confirmed by its link yet.', optional: true })
  pending_email?: string;

  @ChoiceField({ description: description.role, of: USER_ROLES })
  role!: UserRole;

  @NameField({ description: description.firstname, max: limits.name, optional: true })
  firstname?: string;

  @NameField({ description: description.lastname, max: limits.name, optional: true })
  lastname?: string;

  @TimestampField({ description: 'Time of creation.' })
  created_at!: string;

  @TimestampField({ description: 'Time of the last change.' })
  updated_at!: string;
}

/** An erased user. */
export class ErasedUserDto {
  @UuidField({ description: 'Id of the user.' })
  id!: string;

  @UuidField({ description: 'Id of the tenant.' })
  tenant_id!: string;

  @BooleanField({ description: 'Always true: the user is erased.' })
  erased!: true;
}

export class UserQueryDto extends PageQueryDto {}
export const UserListDto = ListDto('users', UserDto);

export function toUserDto({ id, tenantId, createdAt, updatedAt, value }: UserRecord): UserDto {
  const { email, pendingEmail, role, firstname, lastname } = value;
  return {
    id,
    tenant_id: tenantId,
    email,
    ...(pendingEmail === undefined ? {} : { pending_email: pendingEmail }),
    role,
    ...(firstname === undefined ? {} : { firstname }),
    ...(lastname === undefined ? {} : { lastname }),
    created_at: createdAt,
    updated_at: updatedAt,
  };
}
