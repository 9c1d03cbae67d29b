/**
 * Change sets: values that one source proposes for a series or book together. Each can be
 * previewed, applied in one transaction, and undone later. Automatic writers never change locked or
 * edited fields, and undo never overwrites a later change.
 */
import type { Context } from '../../../context'
import type { Viewer } from '../../../accounts/permissions/model'
import { notFound, Refusal } from '../../../errors'
import type { Db, Tx } from '../../../platform/db/store'
import {
  type ChangeSetRow,
  findChangeSet,
  findFieldsChangedLater,
  insertChangeSet,
  markUndone,
} from './queries'
import { MetadataDraft } from '../metadata-draft'
import type { Offer } from '../metadata-engine'
import { type Entity, isPart, isSame, isSameValue } from '../field-table'
import { metadataMessages } from '../messages'
import type { FieldChange, FieldVersion } from '../schema'
import { edited } from '../source-priority'
import type { Message } from '../../../platform/messages/message'
import { parseValues } from './parse-values'

export interface Proposal {
  /** Series or book ID. */
  id: string
  /** `plugin:<name>`, or `edited` for a change by a user, which ignores locks. */
  source: string
  /** Values keyed by field. undefined keeps the field; null clears it. */
  values: Readonly<Record<string, unknown>>
  /**
   * Fields in `values` that a user applies even though they are locked or edited. They are marked
   * as edited.
   */
  overwrite?: readonly string[]
  /** The user applying the change set; absent for an automatic writer. */
  viewer?: Viewer
  /** Providers, most trusted first. If omitted, the latest value wins. */
  providers?: readonly string[]
  /** Change sets with the same run ID can be undone together. */
  runId?: string
  /** The provider's ID of what the values come from. */
  externalId?: string
}

export interface FieldPreview {
  field: string
  /**
   * `outranked` means that the current source has priority. `problem` says why the value is
   * invalid.
   */
  status: 'will_apply' | 'unchanged' | 'locked' | 'outranked' | 'invalid'
  problem?: Message
  current: FieldVersion
  proposed: unknown
}

/** Returns what `applyChangeSet` would do now for each proposed field. */
export async function previewChangeSet<Row>(
  db: Db,
  entity: Entity<Row>,
  proposal: Proposal,
): Promise<FieldPreview[]> {
  const { draft, problems } = await createDraft(db, entity, proposal)
  const changed = new Set(draft.changedFields())
  return Object.entries(proposal.values).flatMap(([field, proposed]): FieldPreview[] => {
    if (proposed === undefined) return []
    const current = draft.versionOf(field, 'before')
    const problem = problems.get(field)
    if (problem) return [{ field, status: 'invalid', problem, current, proposed }]
    const status = changed.has(field)
      ? 'will_apply'
      : getRefusedStatus(entity, current, field, proposed)
    return [{ field, status, current, proposed }]
  })
}

function getRefusedStatus<Row>(
  { fields }: Entity<Row>,
  current: FieldVersion,
  field: string,
  proposed: unknown,
) {
  if (isSameValue(fields[field]!, current.value, proposed)) return 'unchanged'
  return current.isLocked ? 'locked' : 'outranked'
}

export interface AppliedChange {
  /** ID to pass to `undoChangeSet`, or undefined if nothing changed. */
  id: string | undefined
  /** Changed fields. */
  fields: string[]
}

export const applyChangeSet = <Row>(
  ctx: Context,
  entity: Entity<Row>,
  proposal: Proposal,
): Promise<AppliedChange> => ctx.write((tx) => applyInTransaction(ctx, tx, entity, proposal))

export async function applyInTransaction<Row>(
  ctx: Context,
  tx: Tx,
  entity: Entity<Row>,
  proposal: Proposal,
): Promise<AppliedChange> {
  const { draft } = await createDraft(tx, entity, proposal)
  const changes = await addRows(tx, draft, listChanges(draft))
  if (changes.length === 0) return { id: undefined, fields: [] }
  const fields = draft.changedFields()
  await draft.save(ctx, tx, proposal.source)
  const id = await insertChangeSet(tx, {
    ...(entity.kind === 'series' ? { seriesId: draft.id } : { bookId: draft.id }),
    source: proposal.source,
    userId: proposal.viewer?.userId ?? null,
    runId: proposal.runId ?? null,
    externalId: proposal.externalId ?? null,
    changes,
    createdAt: ctx.clock.now(),
  })
  return { id, fields }
}

/** An undone change set. Either the series or the book is set. */
type UndoneSet = Pick<ChangeSetRow, 'seriesId' | 'bookId' | 'source'>

/** Runs in the undo transaction. */
export type AfterUndo = (tx: Tx, set: UndoneSet) => Promise<void>

interface Undo {
  changeSetId: string
  /** The series or book that the change set must belong to. */
  id?: string
  viewer?: Viewer
  afterUndo?: AfterUndo | undefined
}

/**
 * Restores the value, source and lock of each field that has not changed since the change set was
 * applied. `kept` lists the other fields. A change set can be undone only once.
 */
export const undoChangeSet = <Row>(
  ctx: Context,
  entity: Entity<Row>,
  { changeSetId, id, viewer, afterUndo }: Undo,
): Promise<{ restored: string[]; kept: string[] }> =>
  ctx.write(async (tx) => {
    const set = await findChangeSet(tx, changeSetId)
    const ownerId = entity.kind === 'series' ? set?.seriesId : set?.bookId
    if (!set || !ownerId || (id !== undefined && id !== ownerId))
      throw notFound(metadataMessages.change_set_not_found())
    // Runs first, so that concurrent undos of the same change set exclude each other.
    if (!(await markUndone(tx, set.id, ctx.clock.now())))
      throw new Refusal('conflict', metadataMessages.already_undone())
    const draft = await MetadataDraft.open(entity, tx, { id: ownerId, viewer })
    const outcome = await restoreFields(tx, draft, { id: set.id, changes: set.changes })
    await draft.save(ctx, tx, set.source)
    await restoreRows(tx, draft, { changes: set.changes, restored: outcome.restored })
    await afterUndo?.(tx, set)
    return outcome
  })

async function restoreFields<Row>(
  tx: Tx,
  draft: MetadataDraft<Row>,
  { id, changes }: { id: string; changes: readonly FieldChange[] },
) {
  const { entity } = draft
  const later = await findFieldsChangedLater(tx, entity.kind, { ownerId: draft.id, id })
  const restored: string[] = []
  const kept: string[] = []
  for (const { field, previous, ...left } of changes) {
    await draft.value(field)
    const now = draft.versionOf(field, 'state')
    const isAsLeft =
      isSameValue(entity.fields[field]!, now.value, left.value) &&
      now.source === left.source &&
      now.isLocked === left.isLocked &&
      isSame(now.itemSources, left.itemSources)
    if (!isAsLeft || later.has(field)) {
      kept.push(field)
      continue
    }
    await draft.restore(field, previous)
    restored.push(field)
  }
  return { restored, kept }
}

/** `problems` contains the reasons why values of an automatic writer are invalid and skipped. */
async function createDraft<Row>(db: Db, entity: Entity<Row>, proposal: Proposal) {
  const { id, viewer, source, overwrite = [], providers = [] } = proposal
  const { values, problems } = parseValues(entity, proposal)
  const draft = await MetadataDraft.open(entity, db, { id, viewer })
  const isEdit = (name: string) => source === edited || overwrite.includes(name)
  const [edits, offered] = partition(values, isEdit)
  await offerValidValues(draft, { values: offered, source, providers }, problems)
  await draft.edit(edits)
  return { draft, problems }
}

function partition(values: Record<string, unknown>, isFirst: (name: string) => boolean) {
  const entries = Object.entries(values)
  const pick = (wanted: boolean) =>
    Object.fromEntries(entries.filter(([name]) => isFirst(name) === wanted))
  return [pick(true), pick(false)] as const
}

/** Skips values that contradict others, such as February 31. */
async function offerValidValues<Row>(
  draft: MetadataDraft<Row>,
  offer: Offer & { values: Record<string, unknown> },
  problems: Map<string, Message>,
) {
  for (;;) {
    try {
      return await draft.offer(offer)
    } catch (error) {
      const [detail] = error instanceof Refusal ? (error.details ?? []) : []
      if (!detail || !(detail.path in offer.values)) throw error
      problems.set(detail.path, detail.message)
      delete offer.values[detail.path]
    }
  }
}

/** Adds the currently stored list rows to the changes, so that an undo can restore them. */
async function addRows<Row>(tx: Tx, draft: MetadataDraft<Row>, changes: FieldChange[]) {
  for (const { field, previous } of changes) {
    const { storage } = draft.entity.fields[field]!
    if (typeof storage === 'object' && storage.listRows) {
      previous.rows = await storage.listRows(tx, draft.id)
    }
  }
  return changes
}

async function restoreRows<Row>(
  tx: Tx,
  draft: MetadataDraft<Row>,
  { changes, restored }: { changes: readonly FieldChange[]; restored: readonly string[] },
) {
  for (const { field, previous } of changes) {
    const one = draft.entity.fields[field]!
    if (!previous.rows || !restored.includes(field) || !isPart(one)) continue
    await one.storage.restoreRows?.(tx, draft.id, previous.rows)
  }
}

/** Lists the fields whose value, source or lock changed. */
const listChanges = <Row>(draft: MetadataDraft<Row>): FieldChange[] =>
  Object.keys(draft.state.values).flatMap((field) => {
    const previous = draft.versionOf(field, 'before')
    const version = draft.versionOf(field, 'state')
    const isUnchanged =
      isSameValue(draft.entity.fields[field]!, previous.value, version.value) &&
      previous.source === version.source &&
      previous.isLocked === version.isLocked &&
      isSame(previous.itemSources, version.itemSources)
    return isUnchanged ? [] : [{ field, ...version, previous }]
  })
