/**
 * Audit log entries about plugins. They name credentials and settings, but do not contain the
 * values.
 */
import type { AuditAction, AuditChange } from '../../accounts/audit/model'
import { compareForAudit, recordAudit, auditDetail } from '../../accounts/audit/record'
import type { Viewer } from '../../accounts/permissions/model'
import type { Context } from '../../context'
import type { Tx } from '../../platform/db/store'
import type { PluginPatch } from './model'
import type { PluginRow } from './queries'

type PluginAction = Extract<AuditAction, `${string}_plugin`>

export const auditPlugin = (
  ctx: Context,
  tx: Tx,
  viewer: Viewer,
  { plugin: { id, displayName: name }, ...change }: AuditedPlugin,
) => recordAudit(ctx, tx, viewer, { ...change, target: { kind: 'plugin', id, name } })

interface AuditedPlugin {
  plugin: Pick<PluginRow, 'id' | 'displayName'>
  action: PluginAction
  changes?: AuditChange[]
}

export function describePluginPatch(before: PluginRow, patch: PluginPatch): AuditChange[] {
  const { credentials, config, libraryIds, ...visible } = patch
  return [
    ...compareForAudit({ ...before }, visible),
    ...(credentials === undefined ? [] : [auditDetail('credentials', 'changed')]),
    ...(config === undefined ? [] : [auditDetail('config', 'changed')]),
    ...(libraryIds === undefined ? [] : [auditDetail('libraries', libraryIds?.length ?? '*')]),
  ]
}
