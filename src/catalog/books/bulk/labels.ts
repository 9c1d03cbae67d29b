/** Adds genres and subjects to many books, and removes them. */
import type { Viewer } from '../../../accounts/permissions/model'
import type { Context } from '../../../context'
import { Refusal } from '../../../errors'
import { buildLabelKey, validateNames } from '../../labels/label-names'
import { maxLabels } from '../../labels/model'
import { changeEachMetadata } from '../../metadata/metadata-draft'
import { bookEntity } from '../metadata/book-fields'
import { bookMessages } from '../messages'
import type { BulkBookLabelsBody } from './model'

type Field = 'genre' | 'subjects'

/** Genres are stored as text, subjects as a list. */
const formats: Record<
  Field,
  { parse: (value: unknown) => readonly string[]; format: (names: readonly string[]) => unknown }
> = {
  genre: {
    parse: (value) => splitNames(typeof value === 'string' ? value : ''),
    format: (names) => names.join(', '),
  },
  subjects: {
    parse: (value) => (Array.isArray(value) ? (value as string[]) : []),
    format: (names) => names,
  },
}

const splitNames = (text: string) =>
  text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')

export async function changeLabelsOfBooks(
  ctx: Context,
  viewer: Viewer,
  field: Field,
  { bookIds: ids, add = [], remove = [] }: BulkBookLabelsBody,
) {
  validateNames([...add, ...remove])
  const { parse, format } = formats[field]
  // Splits genres at commas, because a genre with a comma would be read as two.
  const split = (names: readonly string[]) =>
    field === 'genre' ? names.flatMap(splitNames) : names
  const unwanted = new Set(split(remove).map(buildLabelKey))
  return changeEachMetadata(ctx, bookEntity, { viewer, ids }, async (draft) => {
    const present = parse(await draft.value(field))
    const kept = present.filter((name) => !unwanted.has(buildLabelKey(name)))
    const known = new Set(kept.map(buildLabelKey))
    const names = [...kept]
    for (const name of split(add)) {
      const key = buildLabelKey(name)
      if (!known.has(key)) names.push(name.trim())
      known.add(key)
    }
    if (Bun.deepEquals(names, present)) return
    if (names.length > maxLabels) {
      throw new Refusal('conflict', bookMessages.too_many_labels({ max: maxLabels }))
    }
    await draft.edit({ [field]: names.length === 0 ? null : format(names) })
  })
}
