import {
  anyText,
  id,
  instant,
  list,
  long,
  named,
  nullable,
  oneOf,
  optional,
  shape,
  type Static,
} from '../../../platform/http/shapes'

export const matchTypes = ['external_id', 'title'] as const
export type MatchType = (typeof matchTypes)[number]

export const SeriesDuplicatesQuery = shape({
  matchType: optional(
    oneOf(matchTypes, { description: 'Only groups with the same ID at a provider, or sort title' }),
  ),
  dismissed: optional(
    oneOf(['true', 'false'], { description: 'Whether to list only dismissed groups' }),
  ),
})
export type SeriesDuplicatesQuery = Static<typeof SeriesDuplicatesQuery>

export const SeriesDuplicateParams = shape({ duplicateId: id('ID of a group of series') })

const SeriesDuplicateMember = named('SeriesDuplicateMember', {
  id: id(),
  title: anyText(),
  libraryId: id(),
  libraryName: anyText(),
  bookCount: long(),
  updatedAt: instant(),
})

const SeriesDuplicateGroup = named('SeriesDuplicateGroup', {
  id: id('Derived from the match, so that it stays the same'),
  libraryId: nullable(id('Null if the series are in several libraries')),
  matchType: oneOf(matchTypes),
  matchKey: anyText({ description: 'Provider and ID, or the title of the first member' }),
  duplicateCount: long({ description: 'Number of series in the group that you can see' }),
  members: list(SeriesDuplicateMember, { description: 'Oldest first, at most 50' }),
  createdAt: instant({ description: 'When the newest series of the group was added' }),
  updatedAt: instant({ description: 'When one of the series was last changed' }),
})
export type SeriesDuplicateGroup = Static<typeof SeriesDuplicateGroup>

export const SeriesDuplicates = named('SeriesDuplicates', {
  duplicates: list(SeriesDuplicateGroup, {
    description: 'Largest first, at most 200 of each type',
  }),
  totalGroups: long(),
  totalDuplicateSeries: long({ description: 'Number of series in all groups' }),
  externalIdGroups: long(),
  titleGroups: long(),
})
export type SeriesDuplicates = Static<typeof SeriesDuplicates>
