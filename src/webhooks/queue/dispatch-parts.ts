import type { Clock } from '../../ports/process/clock.js';
import type { OperationalStore } from '../../ports/stores/operational-store.js';
import type { PublicEventHistory } from '../../public-events/published/history.js';
import type { DeliveryStore } from '../plan/delivery-store.js';
import type { EndpointSettings } from '../plan/endpoint-settings.js';
import type { NewDeliveries } from '../plan/new-deliveries.js';
import type { WebhookSender } from '../send/sender.js';
import type { DeliveryTurns } from './delivery-turns.js';

/** Services that the dispatchers of all tenants share. */
export interface DispatchParts {
  readonly history: PublicEventHistory;
  readonly operations: OperationalStore;
  readonly deliveries: DeliveryStore;
  readonly endpoints: EndpointSettings;
  readonly sender: WebhookSender;
  readonly clock: Clock;
  readonly turns: DeliveryTurns;
  readonly news: NewDeliveries;
  /** Reads a page of the operational store when the tenant's turn comes. */
  readonly paced: <T>(tenantId: string, read: () => Promise<T>) => Promise<T>;
  /** Deliveries are cancelled rather than sent. */
  readonly isOff: boolean;
  readonly failed: (name: string, error: unknown) => void;
}
