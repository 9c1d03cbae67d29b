/** The fields of conditions: kinds, labels and possible values. */
import { t } from '../../i18n/i18n'
import { formatFileFormat } from '../../labels/metadata-labels'
import { readStatusLabels } from '../../labels/read-status'
import { readingDirectionChoices } from '../../labels/reading-directions'
import type { usePermission } from '../../state/session/session'
import {
  type FieldKind,
  findKnownField,
  type KnownField,
  listFieldNames,
  type Target,
} from './tree/field-kinds'
import { bookTypeChoices, statusChoices } from '../edit/fields/choices'

export interface Choice {
  value: string
  label: string
}

export interface FieldOfCondition extends KnownField {
  label: string
  /** The possible values for `is` and `is not`. */
  choices?: () => readonly Choice[]
  /** The series or book facet that suggests values. */
  facet?: Target
  permission?: Parameters<typeof usePermission>[0]
}

const readStatusChoices = () =>
  Object.entries(readStatusLabels()).map(([value, label]) => ({ value, label }))
const formats = ['cbz', 'cbr', 'cb7', 'cbt', 'epub', 'pdf', 'folder']
const formatChoices = () => formats.map((value) => ({ value, label: formatFileFormat(value) }))

const labels: Record<string, () => string> = {
  genre: () => t('Genre'),
  tag: () => t('Tag'),
  author: () => t('Person'),
  publisher: () => t('Publisher'),
  imprint: () => t('Imprint'),
  language: () => t('Language'),
  title: () => t('Title'),
  titleSort: () => t('Sort title'),
  summary: () => t('Summary'),
  status: () => t('Status'),
  readingDirection: () => t('Reading direction'),
  readStatus: () => t('Read status'),
  path: () => t('Path on the server'),
  libraryId: () => t('Library'),
  wantToRead: () => t('On your “Want to read” list'),
  favorite: () => t('In your favorites'),
  hasUserRating: () => t('Rated by you'),
  userRating: () => t('Your rating (1 to 100)'),
  ageRating: () => t('Age rating'),
  year: () => t('Year'),
  dateAdded: () => t('Date added'),
  dateRead: () => t('Last read'),
  inCollection: () => t('Collection'),
  sharingTag: () => t('Sharing tag'),
  completion: () => t('All volumes are in the library'),
  hasExternalSourceId: () => t('Has an external ID'),
  isTracked: () => t('Releases are tracked'),
  communityRating: () => t('Average rating'),
  bookCount: () => t('Number of books'),
  unreadCount: () => t('Unread books'),
  dateUpdated: () => t('Last updated'),
  seriesId: () => t('Series', { context: 'one' }),
  inReadList: () => t('Reading list'),
  bookType: () => t('Type'),
  format: () => t('File format'),
  hasError: () => t('Has problems'),
  finding: () => t('Problem code'),
  pageCount: () => t('Number of pages'),
  fileSize: () => t('File size in MB'),
  volume: () => t('Volume'),
  chapter: () => t('Chapter'),
}

const choices: Record<string, () => readonly Choice[]> = {
  status: statusChoices,
  readingDirection: readingDirectionChoices,
  readStatus: readStatusChoices,
  bookType: bookTypeChoices,
  format: formatChoices,
}

const permissions: Record<string, FieldOfCondition['permission']> = {
  path: 'libraries:write',
  sharingTag: 'system:admin',
}

const counted = new Set(['genre', 'tag', 'publisher', 'language'])

/** Returns the facet that suggests values. Facets of people exist only for series. */
const getFacet = (target: Target, name: string): Target | undefined =>
  name === 'author' ? 'series' : counted.has(name) ? target : undefined

export const fieldsOf = (target: Target): FieldOfCondition[] =>
  listFieldNames(target).flatMap((name) => findField(target, name) ?? [])

export function findField(target: Target, name: string): FieldOfCondition | undefined {
  const field = findKnownField(target, name)
  if (!field) return undefined
  const own = choices[name]
  const facet = getFacet(target, name)
  const permission = permissions[name]
  return {
    ...field,
    label: labels[name]?.() ?? name,
    ...(own && { choices: own }),
    ...(facet && { facet }),
    ...(permission && { permission }),
  }
}

export const formatOperator = (kind: FieldKind, operator: string): string =>
  ({
    is: t('is'),
    isNot: t('is not'),
    contains: t('contains'),
    doesNotContain: t('does not contain'),
    beginsWith: t('begins with'),
    endsWith: t('ends with'),
    in: t('is one of'),
    notIn: t('is none of'),
    isTrue: t('yes'),
    isFalse: t('no'),
    eq: t('is'),
    ne: t('is not'),
    gt: t('is more than'),
    gte: t('is at least'),
    lt: t('is less than'),
    lte: t('is at most'),
    between: t('is between'),
    inTheLast: t('in the last (days)'),
    notInTheLast: t('not in the last (days)'),
    onOrAfter: t('is on or after'),
    onOrBefore: t('is on or before'),
    after: t('is after'),
    before: t('is before'),
    isNull: kind === 'instant' ? t('never') : t('is empty'),
    isNotNull: kind === 'instant' ? t('at any time') : t('is not empty'),
  })[operator] ?? operator
