/** Condition fields and their operators, as defined by the server. Pure. */
export type Target = 'series' | 'books'
export type FieldKind = 'text' | 'uuid' | 'boolean' | 'number' | 'instant'

export interface KnownField {
  name: string
  kind: FieldKind
  /** Factor by which the displayed number is multiplied for the API. */
  scale: number
}

const shared = {
  libraryId: 'uuid',
  genre: 'text',
  tag: 'text',
  author: 'text',
  publisher: 'text',
  imprint: 'text',
  language: 'text',
  title: 'text',
  titleSort: 'text',
  summary: 'text',
  status: 'text',
  readingDirection: 'text',
  readStatus: 'text',
  path: 'text',
  wantToRead: 'boolean',
  favorite: 'boolean',
  hasUserRating: 'boolean',
  userRating: 'number',
  ageRating: 'number',
  year: 'number',
  dateAdded: 'instant',
  dateRead: 'instant',
} as const

const kinds: Record<Target, Readonly<Record<string, FieldKind>>> = {
  series: {
    ...shared,
    inCollection: 'uuid',
    sharingTag: 'text',
    completion: 'boolean',
    hasExternalSourceId: 'boolean',
    isTracked: 'boolean',
    communityRating: 'number',
    bookCount: 'number',
    unreadCount: 'number',
    dateUpdated: 'instant',
  },
  books: {
    ...shared,
    seriesId: 'uuid',
    inReadList: 'uuid',
    bookType: 'text',
    format: 'text',
    hasError: 'boolean',
    finding: 'text',
    pageCount: 'number',
    fileSize: 'number',
    volume: 'number',
    chapter: 'number',
  },
}

const bytesOfMegabyte = 1_000_000

export const listFieldNames = (target: Target): string[] => Object.keys(kinds[target])

export function findKnownField(target: Target, name: string): KnownField | undefined {
  const kind = Object.hasOwn(kinds[target], name) ? kinds[target][name] : undefined
  return kind && { name, kind, scale: name === 'fileSize' ? bytesOfMegabyte : 1 }
}

export const operatorsOf: Record<FieldKind, readonly string[]> = {
  text: [
    'is',
    'isNot',
    'contains',
    'doesNotContain',
    'beginsWith',
    'endsWith',
    'isNull',
    'isNotNull',
  ],
  uuid: ['is', 'isNot', 'in', 'notIn'],
  boolean: ['isTrue', 'isFalse'],
  number: ['eq', 'ne', 'gt', 'gte', 'lt', 'lte', 'between', 'isNull', 'isNotNull'],
  instant: [
    'inTheLast',
    'notInTheLast',
    'onOrAfter',
    'onOrBefore',
    'after',
    'before',
    'between',
    'isNull',
    'isNotNull',
  ],
}
