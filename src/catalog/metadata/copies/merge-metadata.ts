import { isDeepStrictEqual } from 'node:util'
import type { Context } from '../../../context'
import type { Tx } from '../../../platform/db/store'
import { type Entity, isEmpty } from '../field-table'
import { MetadataDraft } from '../metadata-draft'
import type { FieldVersion } from '../schema'
import { edited } from '../source-priority'

/**
 * Copies the values, sources and locks that users and providers set on one series or book to
 * another. Fields that users or providers have also set on the target keep their values. Returns
 * the names of the fields that were copied.
 */
export async function mergeMetadata<Row>(
  ctx: Context,
  tx: Tx,
  { entity, fromId, toId }: { entity: Entity<Row>; fromId: string; toId: string },
): Promise<string[]> {
  const fields = await listSetFields(tx, entity, fromId)
  return addSetFields(ctx, tx, { entity, id: toId, fields })
}

export interface SetField extends FieldVersion {
  name: string
}

/** Lists the fields of a series or book that users and providers have set or locked. */
export async function listSetFields<Row>(
  tx: Tx,
  entity: Entity<Row>,
  id: string,
): Promise<SetField[]> {
  const draft = await MetadataDraft.open(entity, tx, { id })
  const found: SetField[] = []
  for (const name of Object.keys(entity.fields)) {
    await draft.value(name)
    const version = draft.versionOf(name, 'state')
    if (!isSet(version)) continue
    if (entity.fields[name]!.isRequired && isEmpty(entity.fields[name]!, version.value)) continue
    found.push({ ...version, name, value: withoutIds(version.value) })
  }
  return found
}

/**
 * Adds fields, except those that users or providers have already set. Returns the names of the
 * added fields.
 */
export async function addSetFields<Row>(
  ctx: Context,
  tx: Tx,
  { entity, id, fields }: { entity: Entity<Row>; id: string; fields: readonly SetField[] },
): Promise<string[]> {
  const added: string[] = []
  const draft = await MetadataDraft.open(entity, tx, { id })
  for (const { name, ...version } of fields) {
    if (!(name in entity.fields)) continue
    await draft.value(name)
    if (isSet(draft.versionOf(name, 'state'))) continue
    await draft.restore(name, version)
    added.push(name)
  }
  await draft.save(ctx, tx)
  return added
}

/**
 * Resets fields of a copy to the values of its file, except those that have changed since
 * `mergeMetadata`, which returned `mergedFields`.
 */
export async function removeMergedMetadata<Row>(
  ctx: Context,
  tx: Tx,
  {
    entity,
    fromId,
    toId,
    mergedFields,
  }: { entity: Entity<Row>; fromId: string; toId: string; mergedFields: readonly string[] },
) {
  const draft = await MetadataDraft.open(entity, tx, { id: toId })
  const names: string[] = []
  for (const { name, ...version } of await listSetFields(tx, entity, fromId)) {
    if (!mergedFields.includes(name)) continue
    await draft.value(name)
    const stored = draft.versionOf(name, 'state')
    const isSame = isDeepStrictEqual({ ...stored, value: withoutIds(stored.value) }, version)
    if (isSame && entity.fields[name]!.isResettable) names.push(name)
  }
  if (names.length > 0) await draft.reset(names)
  return draft.save(ctx, tx)
}

const isSet = ({ source, isLocked, itemSources = {} }: FieldVersion) =>
  isLocked || [source, ...Object.values(itemSources)].some((one) => one !== null && isChosen(one))

const isChosen = (source: string) => source === edited || source.startsWith('plugin:')

/** Removes the IDs of list rows, because the original keeps its own rows. */
const withoutIds = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map((item: unknown) => {
        if (typeof item !== 'object' || item === null) return item
        const { id: _, ...rest } = item as Record<string, unknown>
        return rest
      })
    : value
