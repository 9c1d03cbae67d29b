import type { Context } from '../../../context'
import type { Tx } from '../../../platform/db/store'
import { type Entity, isEmpty } from '../field-table'
import { MetadataDraft } from '../metadata-draft'
import type { FieldVersion } from '../schema'
import { edited } from '../source-priority'

/**
 * Copies the values, sources and locks that users and providers set on one series or book to
 * another. Fields that they have also set on the target keep their values.
 */
export async function mergeMetadata<Row>(
  ctx: Context,
  tx: Tx,
  { entity, fromId, toId }: { entity: Entity<Row>; fromId: string; toId: string },
): Promise<boolean> {
  const from = await MetadataDraft.open(entity, tx, { id: fromId })
  const to = await MetadataDraft.open(entity, tx, { id: toId })
  for (const name of Object.keys(entity.fields)) {
    await from.value(name)
    await to.value(name)
    const version = from.versionOf(name, 'state')
    if (!isSet(version) || isSet(to.versionOf(name, 'state'))) continue
    if (entity.fields[name]!.isRequired && isEmpty(entity.fields[name]!, version.value)) continue
    await to.restore(name, { ...version, value: withoutIds(version.value) })
  }
  return to.save(ctx, tx)
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
