/** Finds series that are probably the same. Nothing is merged or deleted. */
import type { Viewer } from '../../../accounts/permissions/model'
import type { Context } from '../../../context'
import {
  countSeriesGroups,
  listSeriesOfGroups,
  listSeriesGroups,
  type SeriesGroup,
} from './series-duplicate-queries'
import {
  type MatchType,
  matchTypes,
  type SeriesDuplicateGroup,
  type SeriesDuplicates,
} from './series-duplicates-model'

const groupNamespace = '3b7d2f64-5a0c-4f0d-9f59-6f3f4c0b8f0e'

export async function listSeriesDuplicates(
  ctx: Context,
  viewer: Viewer,
  matchType: MatchType | undefined,
): Promise<SeriesDuplicates> {
  const types = matchTypes.filter((type) => matchType === undefined || type === matchType)
  const found = await Promise.all(types.map((type) => listGroupsOfType(ctx, viewer, type)))
  const countOf = (type: MatchType) =>
    found.find((one) => one.type === type)?.counts ?? { groups: 0, series: 0 }
  const [external, title] = [countOf('external_id'), countOf('title')]
  return {
    duplicates: found.flatMap(({ groups }) => groups),
    totalGroups: external.groups + title.groups,
    totalDuplicateSeries: external.series + title.series,
    externalIdGroups: external.groups,
    titleGroups: title.groups,
  }
}

async function listGroupsOfType(ctx: Context, viewer: Viewer, type: MatchType) {
  const counts = await countSeriesGroups(ctx.heavy, viewer, type)
  const groups = await listSeriesGroups(ctx.heavy, viewer, type)
  const keys = groups.map(({ key }) => key)
  const members = keys.length === 0 ? [] : await listSeriesOfGroups(ctx.heavy, viewer, type, keys)
  const membersOf = Map.groupBy(members, ({ key }) => key)
  return {
    type,
    counts,
    // A group may have changed between the queries.
    groups: groups.flatMap((group) => buildGroup(type, group, membersOf.get(group.key) ?? [])),
  }
}

type Member = Awaited<ReturnType<typeof listSeriesOfGroups>>[number]

function buildGroup(
  matchType: MatchType,
  { key, copies }: SeriesGroup,
  members: readonly Member[],
): SeriesDuplicateGroup[] {
  const [first] = members
  if (!first || members.length < 2) return []
  const isOneLibrary = members.every(({ libraryId }) => libraryId === first.libraryId)
  return [
    {
      id: Bun.randomUUIDv5(`${matchType} ${key}`, groupNamespace),
      libraryId: isOneLibrary ? first.libraryId : null,
      matchType,
      matchKey: matchType === 'title' ? first.title : key,
      duplicateCount: copies,
      members: members.map(({ key: _, createdAt: _created, ...member }) => member),
      createdAt: findLatest(members.map(({ createdAt }) => createdAt)),
      updatedAt: findLatest(members.map(({ updatedAt }) => updatedAt)),
    },
  ]
}

const findLatest = (times: readonly Date[]) =>
  new Date(Math.max(...times.map((time) => time.getTime())))
