/** Groups of series fields that a refresh may be limited to. Pure. */

const groups = {
  identifiers: { label: 'Titles', fields: ['title', 'titleSort', 'alternateTitles'] },
  descriptive: { label: 'Summary and authors', fields: ['summary', 'authors'] },
  status: { label: 'Status and year', fields: ['status', 'year'] },
  counts: { label: 'Totals', fields: ['totalVolumeCount', 'totalChapterCount'] },
  ratings: { label: 'Ratings', fields: ['externalRatings'] },
  cover: { label: 'Cover', fields: ['cover'] },
  tags: { label: 'Tags', fields: ['tags'] },
  genres: { label: 'Genres', fields: ['genres'] },
  age_rating: { label: 'Age rating', fields: ['ageRating'] },
  classification: {
    label: 'Language and reading direction',
    fields: ['language', 'readingDirection'],
  },
  publisher: { label: 'Publisher', fields: ['publisher', 'imprint'] },
  external_refs: { label: 'IDs and links', fields: ['externalIds', 'externalLinks'] },
} as const satisfies Record<string, { label: string; fields: readonly string[] }>

type GroupId = keyof typeof groups

const groupIds = Object.keys(groups) as GroupId[]
export const allFields: ReadonlySet<string> = new Set(
  Object.values(groups).flatMap(({ fields }) => fields),
)

export const listFieldGroups = () =>
  groupIds.map((id) => ({ id, label: groups[id].label, fields: [...groups[id].fields] }))

/** Lists names that are neither a group nor a field. */
export const findUnknownNames = (groupNames: readonly string[], fields: readonly string[]) => [
  ...groupNames.filter((name) => !groupIds.some((id) => id === name)),
  ...fields.filter((name) => !allFields.has(name)),
]

/**
 * Lists the fields of the given groups and the given fields. Returns undefined if there are no
 * groups and no fields.
 */
export function selectFields(
  groupNames: readonly string[],
  fields: readonly string[],
): string[] | undefined {
  if (groupNames.length === 0 && fields.length === 0) return undefined
  const ofGroups = groupIds
    .filter((id) => groupNames.includes(id))
    .flatMap((id) => groups[id].fields)
  return [...new Set([...ofGroups, ...fields])]
}
