/**
 * Writes audit log entries, each in the same transaction as the change that it describes. Also
 * records failed sign-ins, and deletes old entries.
 */
import { and, eq, gte, lt, sql } from 'drizzle-orm'
import type { Context } from '../../context'
import type { Tx } from '../../platform/db/store'
import { getAddressGroup } from '../../platform/http/requests/client-address'
import { findOutage } from '../../platform/lib/system-errors'
import { accountLogMessages } from '../permissions/messages'
import type { Viewer } from '../permissions/model'
import type { AuditAction, AuditChange, auditTargets } from './model'
import { auditEntries } from './schema'

const keptMs = 180 * 86_400_000
const maxText = 500
const maxChanges = 30
const hourMs = 3_600_000
/** Maximum number of distinct failed sign-ins per hour that are stored in rows of their own. */
const maxFailuresPerHour = 200

type ClockContext = Pick<Context, 'clock'>

interface Actor {
  userId: string | null
  username: string | null
  proof: Viewer['proof']['kind'] | 'none'
  address: string | null
}

interface Target {
  kind: (typeof auditTargets)[number]
  id: string
  name: string
}

export interface AuditedChange {
  action: AuditAction
  target?: Target | undefined
  changes?: readonly AuditChange[] | undefined
}

export async function recordAudit(
  ctx: ClockContext,
  tx: Tx,
  viewer: Viewer,
  change: AuditedChange,
) {
  await insertEntry(ctx, tx, toActor(viewer), change)
}

function toActor({ userId, username, proof, address }: Viewer): Actor {
  const isSystem = proof.kind === 'system'
  return {
    userId: isSystem ? null : userId,
    username,
    proof: proof.kind,
    address: address ?? null,
  }
}

interface Person {
  userId: string | null
  username: string | null
  address: string | undefined
}

/** Records an action of a person without a viewer, for example during a sign-in. */
export async function recordAuditOfPerson(
  ctx: ClockContext,
  tx: Tx,
  { address, ...person }: Person,
  change: AuditedChange,
) {
  await insertEntry(ctx, tx, { ...person, proof: 'none', address: address ?? null }, change)
}

async function insertEntry(
  ctx: ClockContext,
  tx: Tx,
  actor: Actor,
  { action, target, changes = [] }: AuditedChange,
) {
  await tx.insert(auditEntries).values({
    ...actor,
    at: ctx.clock.now(),
    action,
    targetKind: target?.kind ?? null,
    targetId: target?.id ?? null,
    targetName: target ? clip(target.name) : null,
    changes: changes.slice(0, maxChanges).map(clipChange),
  })
}

const clip = (text: string) => (text.length > maxText ? `${text.slice(0, maxText)}…` : text)

const clipChange = ({ name, before, after }: AuditChange): AuditChange => ({
  name: clip(name),
  before: before === null ? null : clip(before),
  after: after === null ? null : clip(after),
})

/**
 * Lists the members of `after` that differ from `before`, as text. Must not be called with secrets.
 */
export function compareForAudit(
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
): AuditChange[] {
  return Object.keys(after)
    .filter((name) => after[name] !== undefined && !Bun.deepEquals(before[name], after[name]))
    .map((name) => ({ name, before: toText(before[name]), after: toText(after[name]) }))
}

function toText(value: unknown): string | null {
  if (value === null || value === undefined) return null
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** Describes a value in the audit log without its previous value. */
export const auditDetail = (name: string, value: unknown): AuditChange => ({
  name,
  before: null,
  after: toText(value),
})

interface FailedSignIn extends Person {
  /** The sign-in method, such as `password` or `passkey`. */
  method: string
}

/**
 * Records a failed sign-in. Identical attempts within an hour share a row, and the number of rows
 * is limited, so that a flood of attempts cannot fill the log. The name is omitted if there is no
 * such account, because people sometimes type a password into the name field.
 */
export async function recordFailedSignIn(ctx: Context, failed: FailedSignIn) {
  try {
    await ctx.write((tx) => countFailedSignIn(ctx, tx, failed))
  } catch (error) {
    if (!findOutage(error)) throw error
    ctx.log.warn({ err: error }, accountLogMessages.audit_not_written())
  }
}

async function countFailedSignIn(
  ctx: ClockContext,
  tx: Tx,
  { userId, username, address, method }: FailedSignIn,
) {
  const at = ctx.clock.now()
  const hour = Math.floor(at.getTime() / hourMs)
  const group = address ? getAddressGroup(address) : ''
  const known = [`${hour}`, method, userId ?? '', group].join(' ')
  const isFull = await hasManyFailures(tx, new Date(hour * hourMs), known)
  const actor = isFull
    ? { userId: null, username: null, address: null }
    : { userId, username, address: address ?? null }
  await tx
    .insert(auditEntries)
    .values({
      ...actor,
      at,
      action: 'sign_in_failed',
      proof: 'none',
      changes: [auditDetail('method', method)],
      foldKey: isFull ? [`${hour}`, method, 'others'].join(' ') : known,
    })
    .onConflictDoUpdate({
      target: auditEntries.foldKey,
      set: { at, count: sql`${auditEntries.count} + 1` },
    })
}

async function hasManyFailures(tx: Tx, since: Date, foldKey: string): Promise<boolean> {
  if ((await tx.$count(auditEntries, eq(auditEntries.foldKey, foldKey))) > 0) return false
  const isOfHour = and(eq(auditEntries.action, 'sign_in_failed'), gte(auditEntries.at, since))
  return (await tx.$count(auditEntries, isOfHour)) >= maxFailuresPerHour
}

export async function deleteOldAuditEntries(ctx: Context) {
  const before = new Date(ctx.clock.now().getTime() - keptMs)
  await ctx.writeBulk(async (tx) => {
    await tx.delete(auditEntries).where(lt(auditEntries.at, before))
  })
}
