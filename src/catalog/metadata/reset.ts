/** Takes back what people wrote about a series and all that hangs on it: its files count again. */
import type { Context } from '../../context'
import type { Tx } from '../../platform/db/store'
import { toEach } from '../../platform/http/bulk'
import { getMetadata, getStored, recordReset, tagOf } from '../series/metadata/edit'
import { metadataOf } from '../series/full'
import { hearFiles } from '../series/metadata/heard'
import type { MetadataField } from '../series/model'
import { type PartName, partNames } from '../series/metadata/parts'
import { applyReset } from '../series/metadata/reset'
import { refreshSearch } from '../series/search-text'
import type { Viewer } from '../../accounts/users/model'
import { setParts } from './parts'

export type ResetName = MetadataField | PartName

export async function resetMetadata(
  ctx: Context,
  viewer: Viewer,
  id: string,
  asked: { precondition: (tag: string) => void; fields?: readonly ResetName[] },
) {
  await ctx.write(async (tx) => {
    const { series, metadata } = await getStored(tx, viewer, id)
    asked.precondition(tagOf(id, metadataOf(series, metadata)))
    await resetNamed(ctx, tx, { viewer, id, fields: asked.fields })
  })
  return getMetadata(ctx.db, viewer, id)
}

export const resetMany = (ctx: Context, viewer: Viewer, seriesIds: readonly string[]) =>
  toEach(ctx, seriesIds, (tx, id) => resetNamed(ctx, tx, { viewer, id, fields: undefined }))

interface Named {
  viewer: Viewer
  id: string
  /** undefined: all that people wrote or locked. */
  fields: readonly ResetName[] | undefined
}

/** Inside of a larger change; false when there was nothing to take back. */
export async function resetNamed(
  ctx: Context,
  tx: Tx,
  { viewer, id, fields }: Named,
): Promise<boolean> {
  const own = fields?.filter((name): name is MetadataField => !isPart(name))
  const isReset =
    own?.length !== 0 && (await applyReset(ctx, tx, await getStored(tx, viewer, id), own))
  const { metadata } = await getStored(tx, viewer, id)
  const parts = fields?.filter(isPart) ?? partNames.filter((name) => isSettled(metadata, name))
  if (parts.length === 0) return isReset
  await resetParts(ctx, tx, id, parts)
  return true
}

const isPart = (name: ResetName): name is PartName => partNames.some((part) => part === name)

const isSettled = (
  { sources, locks }: Awaited<ReturnType<typeof getStored>>['metadata'],
  name: PartName,
) => sources[name] === 'edited' || locks.some((lock) => lock === name)

async function resetParts(ctx: Context, tx: Tx, id: string, names: readonly PartName[]) {
  const [heard] = await hearFiles(tx, [id])
  const said = names.map((name) => [name, heard?.[name] ?? []] as const)
  await setParts(tx, { seriesId: id, ...Object.fromEntries(said) }, ctx.now())
  const sources = names.map((name) => [name, heard?.partSources[name]] as const)
  await recordReset(ctx, tx, id, Object.fromEntries(sources))
  if (names.includes('alternateTitles')) await refreshSearch(tx, [id])
}
