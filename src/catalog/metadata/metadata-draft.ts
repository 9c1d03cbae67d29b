/**
 * A change to the metadata of one series or book within a transaction. Collects changes and writes
 * them once.
 */
import type { Context } from '../../context'
import type { Viewer } from '../../accounts/permissions/model'
import { notFound } from '../../errors'
import { applyToEach } from '../../platform/http/bulk'
import type { Db, Tx } from '../../platform/db/store'
import {
  applyOffer,
  editFields,
  listRemainingLocks,
  type Offer,
  resetFields,
} from './metadata-engine'
import {
  type Entity,
  isPart,
  isSame,
  isSameValue,
  type MetadataState,
  type PartStorage,
} from './field-table'
import type { FieldVersion } from './schema'
import { haveSameLocks, type LockFlags, setLocks } from './locks'
import { edited } from './source-priority'
import { getItemSources, hasItemSources, replaceItemSources } from './item-sources'

type Values = Readonly<Record<string, unknown>>

export class MetadataDraft<Row> {
  /** Stored state. Lists are added when they are loaded. */
  before: MetadataState
  state: MetadataState

  readonly entity: Entity<Row>
  readonly row: Row
  private readonly db: Db

  private constructor(entity: Entity<Row>, row: Row, db: Db) {
    this.entity = entity
    this.row = row
    this.db = db
    this.before = entity.stateOf(row)
    this.state = this.before
  }

  /** Throws if the entity does not exist or the viewer cannot see it. */
  static async open<Row>(
    entity: Entity<Row>,
    db: Db,
    { id, viewer }: { id: string; viewer?: Viewer | undefined },
  ): Promise<MetadataDraft<Row>> {
    const row = await entity.find(db, id, viewer)
    if (!row) throw notFound(entity.notFound())
    return new MetadataDraft(entity, row, db)
  }

  get id() {
    return this.entity.idOf(this.row)
  }

  /** Applies an edit by a user. Undefined members keep their values. */
  async edit(given: Values) {
    const named = Object.entries(given).filter(([, value]) => value !== undefined)
    const values = await this.merged(Object.fromEntries(named))
    this.state = editFields(this.entity.fields, this.state, values)
    this.entity.check?.(this.state.values, values)
  }

  /** Applies an edit without changing locks. */
  async editUnlocked(given: Values) {
    const { locks } = this.state
    await this.edit(given)
    this.state = { ...this.state, locks }
  }

  /** Applies values from an automatic writer. Throws if they contradict each other. */
  async offer({ values: given, ...offer }: Offer) {
    const values = await this.merged(given)
    const state = applyOffer(this.entity.fields, this.state, { values, ...offer })
    this.entity.check?.(state.values, values)
    this.state = state
  }

  setLocks(wanted: LockFlags) {
    this.state = setLocks(this.entity.lockNames, this.state, wanted)
  }

  /**
   * Restores fields from the files and unlocks them. Without names, restores all edited fields,
   * keeps values from providers, and unlocks all resettable fields.
   */
  async reset(names?: readonly string[]) {
    const { fields } = this.entity
    const resettable = Object.keys(fields).filter((name) => fields[name]!.isResettable)
    const { sources } = this.state
    const chosen = names ?? resettable.filter((name) => sources[name] === edited)
    if (chosen.length > 0) {
      const found = await this.entity.loadFileValues(this.db, this.row)
      const wanted = chosen.map((name) => [name, found.values[name] ?? null])
      const files = { ...found, values: await this.merged(Object.fromEntries(wanted)) }
      this.state = resetFields(fields, this.state, { names: chosen, files })
    }
    if (!names) {
      this.state = { ...this.state, locks: listRemainingLocks(fields, this.state, resettable) }
    }
  }

  /** Restores an earlier state of one field. */
  async restore(name: string, stored: FieldVersion) {
    const { lock } = this.entity.fields[name]!
    const values = await this.merged({ [name]: stored.value })
    const { [name]: _, ...rest } = this.state.sources
    const others = stored.itemSources ? replaceItemSources(name, rest, stored.itemSources) : rest
    this.state = {
      values: { ...this.state.values, ...values },
      sources: stored.source === null ? others : { ...others, [name]: stored.source },
      locks: this.state.locks,
    }
    if (lock !== undefined) this.setLocks({ [lock]: stored.isLocked })
  }

  /** Returns the current value of a field. Loads a list from its own table. */
  async value(name: string): Promise<unknown> {
    const field = this.entity.fields[name]!
    if (isPart(field) && !(name in this.state.values)) {
      const list = await field.storage.load(this.db, this.id)
      this.before = setDraftValue(this.before, name, list)
      this.state = setDraftValue(this.state, name, list)
    }
    return this.state.values[name]
  }

  /**
   * Returns the stored or pending version of a field: its value, source and lock. Lists must be
   * loaded first.
   */
  versionOf(name: string, which: 'before' | 'state'): FieldVersion {
    const { values, sources, locks } = this[which]
    const field = this.entity.fields[name]!
    const { lock } = field
    return {
      value: values[name] ?? null,
      source: sources[name] ?? null,
      isLocked: lock !== undefined && locks.includes(lock),
      ...(hasItemSources(field) && { itemSources: getItemSources(name, sources) }),
    }
  }

  /** Lists the fields whose value differs from the stored one. */
  changedFields(): string[] {
    const { before, state, entity } = this
    return Object.keys(state.values).filter(
      (name) => !isSameValue(entity.fields[name]!, before.values[name], state.values[name]),
    )
  }

  /** Writes the changes. Returns false if there are none. */
  async save(ctx: Context, tx: Tx, source = edited): Promise<boolean> {
    const { entity, row, before, state } = this
    const fields = this.changedFields()
    const areLocksChanged = !haveSameLocks(before.locks, state.locks)
    if (fields.length === 0 && !areLocksChanged && isSame(before.sources, state.sources)) {
      return false
    }
    const now = ctx.clock.now()
    const columns: Record<string, unknown> = {}
    for (const name of fields) {
      const field = entity.fields[name]!
      const value = state.values[name]
      if (!isPart(field)) columns[name] = value
      else await (field.storage as PartStorage).save(tx, { id: this.id, now }, value as unknown[])
    }
    const { locks, sources } = state
    await entity.save(tx, row, { columns, fields, locks, sources, now })
    entity.publish(ctx, tx, row, { fields, areLocksChanged, source })
    return true
  }

  /** Merges lists with the stored ones. */
  private async merged(given: Values): Promise<Values> {
    const values: Record<string, unknown> = {}
    for (const [name, value] of Object.entries(given)) {
      const field = this.entity.fields[name]!
      if (!isPart(field)) values[name] = value
      else if (value !== undefined) {
        const stored = (await this.value(name)) as readonly unknown[]
        values[name] = field.storage.merge(stored, (value ?? []) as unknown[])
      }
    }
    return values
  }
}

const setDraftValue = (state: MetadataState, name: string, value: unknown): MetadataState => ({
  ...state,
  values: { ...state.values, [name]: value },
})

export interface Target {
  viewer: Viewer
  id: string
  /** Throws if the stored version is not the version that was edited. */
  precondition?: (tag: string) => void
}

/** Changes metadata on behalf of a user in one transaction. Returns false if nothing changed. */
export const changeMetadata = <Row>(
  ctx: Context,
  entity: Entity<Row>,
  { viewer, id, precondition }: Target,
  change: (draft: MetadataDraft<Row>) => Promise<void> | void,
): Promise<boolean> =>
  ctx.write(async (tx) => {
    const draft = await MetadataDraft.open(entity, tx, { id, viewer })
    precondition?.(entity.tagOf(draft.row))
    await change(draft)
    return draft.save(ctx, tx)
  })

/** Changes many series or books in slices. Returns those that were rejected. */
export const changeEachMetadata = <Row>(
  ctx: Context,
  entity: Entity<Row>,
  { viewer, ids }: { viewer: Viewer; ids: readonly string[] },
  change: (draft: MetadataDraft<Row>) => Promise<void> | void,
) =>
  applyToEach(ctx, ids, async (tx, id) => {
    const draft = await MetadataDraft.open(entity, tx, { id, viewer })
    await change(draft)
    return draft.save(ctx, tx)
  })
