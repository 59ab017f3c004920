import { describe, expect, test } from 'vitest';
import { decidedAt, effectId } from '../../../../src/modules/reach/notification/domain/notification.effect.js';
import { RequestNotifications } from '../../../../src/modules/reach/notification/domain/notification-request.commands.js';
import { notificationRequestDecider } from '../../../../src/modules/reach/notification/domain/notification-request.decider.js';
import type { NotificationsRequested } from '../../../../src/modules/reach/notification/domain/notification-request.events.js';
import { given, metaOf } from '../../../support/given/given.js';

type Data = RequestNotifications['data'];

const ask = (data: Data) => new RequestNotifications('case.cause', data, metaOf('notificationRequest-x', 1));
const requested = (data: NotificationsRequested['data']): NotificationsRequested => ({
  type: 'NotificationsRequested',
  data,
});
const to = (participantId: string) => ({ id: `to-${participantId}`, participantId, channel: 'SMS' as const });
const anna: Data = { conversationId: 'case', notifications: [to('anna')], runId: 'run' };

describe('the request of notifications', () => {
  const request = given(notificationRequestDecider);

  test('is made once, with what determines its texts', () => request().when(ask(anna)).gives(requested(anna)));

  test('stays as it was first made', () =>
    request(requested(anna))
      .when(ask({ ...anna, notifications: [to('max')] }))
      .nothing());

  test('without receivers is made once, too', () => {
    const nobody = { conversationId: 'case', notifications: [] };
    request().when(ask(nobody)).gives(requested(nobody));
    request(requested(nobody)).when(ask(anna)).nothing();
  });

  test('of many receivers is several events, of which each knows its place', () => {
    const notifications = Array.from({ length: 1_100 }, (_, n) => to(String(n)));
    const data = { conversationId: 'case', notifications };
    request()
      .when(ask(data))
      .gives(
        requested({ ...data, notifications: notifications.slice(0, 500) }),
        requested({ ...data, notifications: notifications.slice(500, 1_000), earlier: 500 }),
        requested({ ...data, notifications: notifications.slice(1_000), earlier: 1_000 }),
      );
  });
});

test('the entry of a notification follows from its id and place', () => {
  const id = '0195b0c8-7f2a-7c3e-9d41-6b1f0a2c4e57';
  expect(decidedAt(id)).toBe('2025-03-19T23:41:24.650Z');
  expect(effectId('case', decidedAt(id), 3, id)).toMatch(new RegExp(`^case\\.\\d{13}\\.0003\\.${id}$`));
  expect(() => decidedAt('elsewhere')).toThrow(RangeError);
});
