/** Audit entries about accounts of services that users connect and disconnect. */
import { recordAudit, auditDetail } from '../../accounts/audit/record'
import type { Viewer } from '../../accounts/permissions/model'
import type { Context } from '../../context'
import type { Tx } from '../../platform/db/store'
import type { ConnectedService, ConnectionRow } from './services/connected-service'

interface Change {
  service: ConnectedService
  before?: ConnectionRow | undefined
  /** undefined if the account was disconnected. */
  after?: ConnectionRow | undefined
}

/** Records the service and the account, never tokens. */
export function auditConnection(
  ctx: Context,
  tx: Tx,
  viewer: Viewer,
  { service, before, after }: Change,
) {
  const account = { name: 'account', before: getAccount(before), after: getAccount(after) }
  return recordAudit(ctx, tx, viewer, {
    action: after ? 'connect_service' : 'disconnect_service',
    target: { kind: 'user', id: viewer.userId, name: viewer.username },
    changes: [auditDetail('service', service.displayName), account],
  })
}

const getAccount = (row: ConnectionRow | undefined) =>
  row?.externalUsername ?? row?.externalUserId ?? null
