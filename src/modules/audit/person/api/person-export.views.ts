import { USER_ROLES, type UserRole } from '../../../../catalogue/permissions/roles.js';
import { parseInnerId } from '../../../../kernel/stream.js';
import type { FormerValues, Person } from '../application/person-fold.js';
import type { ReadMark } from '../application/read-marks.service.js';
import type { ExportedParticipantDto, ExportedUserDto, ReadMarkDto } from './person-export.dto.js';

type Values = Omit<FormerValues, 'until'>;

const toParticipantValues = ({ displayName, preferredLanguage, phoneNumber, email }: Values) => ({
  ...(displayName === undefined ? {} : { display_name: displayName }),
  ...(preferredLanguage === undefined ? {} : { preferred_language: preferredLanguage }),
  ...(phoneNumber === undefined ? {} : { phone_number: phoneNumber }),
  ...(email === undefined ? {} : { email }),
});

const isRole = (role: string | undefined): role is UserRole => USER_ROLES.includes(role as UserRole);

const toUserValues = ({ email, pendingEmail, role, firstname, lastname }: Values) => ({
  ...(email === undefined ? {} : { email }),
  ...(pendingEmail === undefined ? {} : { pending_email: pendingEmail }),
  ...(isRole(role) ? { role } : {}),
  ...(firstname === undefined ? {} : { firstname }),
  ...(lastname === undefined ? {} : { lastname }),
});

export function toExportedParticipantDto(person: Person): ExportedParticipantDto {
  const { owner, kind = 'CLIENT', userId, values, former, createdAt, updatedAt, endedAt } = person;
  const [conversationId, id] = parseInnerId(owner);
  return {
    ...{ id, conversation_id: conversationId, kind, ...toParticipantValues(values) },
    ...(userId === undefined ? {} : { user_id: userId }),
    former: former.map(({ until, ...each }) => ({ ...toParticipantValues(each), until })),
    ...{ created_at: createdAt, updated_at: updatedAt },
    ...(endedAt === undefined ? {} : { removed_at: endedAt }),
  };
}

export const toExportedUserDto = ({ owner, values, former, ...times }: Person): ExportedUserDto => ({
  ...{ id: parseInnerId(owner)[1], ...toUserValues(values) },
  former: former.map(({ until, ...each }) => ({ ...toUserValues(each), until })),
  ...{ created_at: times.createdAt, updated_at: times.updatedAt },
  ...(times.endedAt === undefined ? {} : { deleted_at: times.endedAt }),
});

export const toReadMarkDto = ({ conversationId, participantId, seen, openAt, typingAt }: ReadMark): ReadMarkDto => ({
  ...{ conversation_id: conversationId, participant_id: participantId, last_message_sequence_seen: seen },
  ...(openAt === undefined ? {} : { had_conversation_open_at: openAt }),
  ...(typingAt === undefined ? {} : { was_typing_at: typingAt }),
});
