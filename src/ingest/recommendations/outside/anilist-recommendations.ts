/** Fetches works that AniList users recommend to people who like a given work. */
import type { Context } from '../../../context'
import { ProviderError } from '../../../platform/outgoing/provider-error'
import { sendRequest } from '../../../platform/outgoing/send-request'
import { anilist } from '../../providers/manga/anilist'
import {
  type JsonObject,
  readId,
  readInteger,
  readItems,
  readLine,
  readNumber,
  readObject,
  readUrl,
} from '../../providers/text/read-json'
import { maxOutsideWorks, orNull, type OutsideWork, readFacts } from './outside-work'
import { acceptList } from '../../providers/text/response-shape'

export interface OutsideSeed {
  seriesId: string
  /** ID at the service. */
  externalId: string
}

const worksPerSeed = 10
const media =
  'id type isAdult title { romaji english native } description(asHtml: false) genres status startDate { year } meanScore chapters volumes siteUrl coverImage { extraLarge }'
const query = `query ($id: Int!) { Media(id: $id, type: MANGA) { recommendations(sort: RATING_DESC, perPage: ${worksPerSeed}) { nodes { rating mediaRecommendation { ${media} } } } } }`

/** Sends one request for each seed. The responses are stored and shared by all users. */
export async function recommendByAnilist(
  ctx: Context,
  seeds: readonly OutsideSeed[],
  signal: AbortSignal,
): Promise<OutsideWork[]> {
  const found = new Map<string, OutsideWork>()
  for (const seed of seeds) {
    signal.throwIfAborted()
    for (const work of await listForSeed(ctx, seed, signal)) {
      const known = found.get(work.externalId)
      if (!known) found.set(work.externalId, work)
      else {
        known.score += work.score
        known.seedIds.push(seed.seriesId)
      }
    }
  }
  for (const { externalId } of seeds) found.delete(externalId)
  return keepBest([...found.values()])
}

function keepBest(works: readonly OutsideWork[]): OutsideWork[] {
  const bestScore = Math.max(1, ...works.map(({ score }) => score))
  return works
    .toSorted((one, other) => other.score - one.score)
    .slice(0, maxOutsideWorks)
    .map((work) => ({ ...work, score: work.score / bestScore }))
}

const accepts = acceptList(
  'data.Media.recommendations.nodes',
  (node) => 'mediaRecommendation' in node,
)

async function listForSeed(
  ctx: Context,
  { seriesId, externalId }: OutsideSeed,
  signal: AbortSignal,
): Promise<OutsideWork[]> {
  const body = { query, variables: { id: Number(externalId) } }
  const request = { path: '/', method: 'POST', body, kind: 'work', accepts } as const
  try {
    const { data } = readObject(await sendRequest(ctx, anilist, request, { signal }))
    const { recommendations } = readObject(readObject(data)['Media'])
    return readItems(readObject(recommendations)['nodes']).flatMap(
      (node) => readNode(readObject(node), seriesId) ?? [],
    )
  } catch (error) {
    // An ID entered by a user may not exist.
    if (error instanceof ProviderError && error.code === 'not_found') return []
    throw error
  }
}

/** Uses a logarithm, because many votes for one work must not outweigh all other works. */
const computeScore = (votes: number) => Math.log2(1 + Math.max(votes, 0))

function readNode(
  { rating: votes, mediaRecommendation }: JsonObject,
  seriesId: string,
): OutsideWork | undefined {
  const given = readObject(mediaRecommendation)
  const { romaji, english, native } = readObject(given['title'])
  const title = readLine(english) ?? readLine(romaji) ?? readLine(native)
  const externalId = readId(given['id'])
  const score = computeScore(readNumber(votes) ?? 0)
  if (externalId === undefined || title === undefined || score <= 0) return undefined
  if (given['type'] !== 'MANGA') return undefined
  const { year } = readObject(given['startDate'])
  return {
    externalId,
    title,
    score,
    ...readFacts({ ...given, startYear: year, rating: given['meanScore'] }),
    url: orNull(readUrl(given['siteUrl'])),
    coverUrl: orNull(readUrl(readObject(given['coverImage'])['extraLarge'])),
    volumes: orNull(readInteger(given['volumes'])),
    chapters: orNull(readInteger(given['chapters'])),
    isAdult: given['isAdult'] === true,
    seedIds: [seriesId],
    reason: null,
    basedOn: [],
  }
}
