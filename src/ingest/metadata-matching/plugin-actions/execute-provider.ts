/**
 * Lists providers and their web links in the form of plugins, and queries one provider directly.
 */
import type { Viewer } from '../../../accounts/permissions/model'
import { requireLibrary } from '../../../catalog/libraries/service'
import type { Context } from '../../../context'
import { invalid } from '../../../errors'
import { ProviderError } from '../../../platform/outgoing/provider-error'
import { withText } from '../../../platform/messages/message'
import { rankBookCandidates } from '../../matching/books/rank-books'
import type { LocalBook, LocalSeries } from '../../matching/model'
import { rankCandidates } from '../../matching/rank-candidates'
import type { BookQuery } from '../../providers/model'
import type { MetadataProvider } from '../../providers/provider'
import { normalizeIsbn } from '../../../media/metadata/isbn'
import { bookTarget } from '../books/book-target'
import { seriesTarget } from '../series/series-target'
import { matchingMessages } from '../messages'
import { listLibraryProviders, listProviders, requireProvider } from '../provider-access'
import type { ActionsView, ExecuteBody, ExecuteView, WebLinksView } from './plugin-model'

/** Locations in the interface where series and books can be matched. */
const seriesScopes = new Set(['series:detail', 'series:bulk', 'library:detail'])
const bookScopes = new Set(['book', 'book:detail'])

export async function listPluginActions(
  ctx: Context,
  viewer: Viewer,
  { scope, libraryId }: { scope: string; libraryId?: string | undefined },
): Promise<ActionsView> {
  if (libraryId !== undefined) await requireLibrary(ctx, viewer, libraryId)
  if (!seriesScopes.has(scope) && !bookScopes.has(scope)) return { scope, actions: [] }
  const all =
    libraryId === undefined ? await listProviders(ctx) : await listLibraryProviders(ctx, libraryId)
  const target = bookScopes.has(scope) ? bookTarget : seriesTarget
  const used = all.filter((one) => target.canAsk(one))
  return {
    scope,
    actions: used.map(({ id, name, displayName, searchUrl, ...provider }) => ({
      pluginId: id,
      pluginName: name,
      pluginDisplayName: displayName,
      actionType: 'metadata_search',
      label: displayName,
      searchUriTemplate: searchUrl,
      libraryIds: [],
      capabilities: {
        metadataProvider: listKinds(provider),
        externalIdSource: `plugin:${name}`,
      },
    })),
  }
}

const listKinds = ({
  knowsSeries = true,
  books,
}: Pick<MetadataProvider, 'knowsSeries' | 'books'>) => [
  ...(knowsSeries ? (['series'] as const) : []),
  ...(books ? (['book'] as const) : []),
]

export const listWebLinks = async (ctx: Context): Promise<WebLinksView> => ({
  providers: (await listProviders(ctx)).flatMap(buildWebLinks),
})

function buildWebLinks({ name, displayName, searchUrl, workUrl }: MetadataProvider) {
  if (searchUrl === null) return []
  const source = `plugin:${name}`
  const seriesLinks = workUrl === undefined ? [] : [{ source, urlTemplate: workUrl }]
  return [{ pluginName: name, displayName, searchUrlTemplate: searchUrl, seriesLinks }]
}

/** Queries the provider. A failure is part of the result. */
export async function executeProvider(
  ctx: Context,
  id: string,
  { action }: ExecuteBody,
): Promise<ExecuteView> {
  const provider = await requireProvider(ctx, id)
  const startedAt = performance.now()
  const measure = () => Math.round(performance.now() - startedAt)
  try {
    const result = await runAction(provider, action)
    return { success: true, latencyMs: measure(), error: null, problem: null, result }
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    const problem = withText(error.userMessage)
    const [latencyMs, result] = [measure(), null]
    return { success: false, latencyMs, error: problem.message, problem, result }
  }
}

const maxResults = 20
const pingTitle = 'One Piece'

const urgent = { isUrgent: true }

async function runAction(provider: MetadataProvider, action: ExecuteBody['action']) {
  if (action === 'ping' && provider.knowsSeries === false) {
    await provider.books?.search?.({ title: pingTitle, limit: 1 }, urgent)
    return null
  }
  if (action === 'ping') {
    await provider.search({ title: pingTitle, limit: 1 }, urgent)
    return null
  }
  const { action: name, contentType, params = {} } = action.metadata
  if (contentType === 'book') return runBookAction(provider, name, params)
  if (name === 'get') {
    const { work } = await provider.get(required('externalId', params.externalId), urgent)
    return work
  }
  const title = required('title', params.title)
  const found = await provider.search({ title, limit: maxResults }, urgent)
  const candidates = found.map(({ candidate }) => candidate)
  if (name === 'search') return candidates
  return rankCandidates(describeTitle(title), candidates, new Set()).map(
    ({ candidate, score }) => ({ ...candidate, score }),
  )
}

type Params = Exclude<ExecuteBody['action'], 'ping'>['metadata']['params']

async function runBookAction(
  { books }: MetadataProvider,
  action: 'search' | 'get' | 'match',
  { externalId, title, author, isbn }: NonNullable<Params>,
) {
  if (!books) throw refuse('contentType', matchingMessages.series_only())
  if (action === 'get') return (await books.get(required('externalId', externalId), urgent)).work
  if (!books.search) throw refuse('action', matchingMessages.parts_only())
  const query = {
    title: isbn === undefined ? required('title', title) : (title ?? ''),
    ...(author !== undefined && { author }),
    ...(isbn !== undefined && { isbn }),
    limit: maxResults,
  }
  const candidates = (await books.search(query, urgent)).map(({ candidate }) => candidate)
  if (action === 'search') return candidates
  return rankBookCandidates(describeBook(query), candidates).map(({ candidate, score }) => ({
    ...candidate,
    score,
  }))
}

const describeBook = ({ title, author, isbn }: BookQuery): LocalBook => ({
  title,
  subtitle: null,
  seriesTitle: title,
  fileName: title,
  number: null,
  volume: null,
  chapter: null,
  isRange: false,
  formatDetail: null,
  isbns: [normalizeIsbn(isbn ?? '') ?? []].flat(),
  authors: author === undefined ? [] : [author],
  year: null,
  publisher: null,
  language: null,
})

const describeTitle = (title: string): LocalSeries => ({
  title,
  year: null,
  authors: [],
  kind: 'mixed',
  format: null,
  publisher: null,
  bookCount: null,
  maxVolume: null,
  maxChapter: null,
  aliases: [],
  language: null,
})

function required(member: 'title' | 'externalId', value: string | undefined): string {
  if (value === undefined) throw refuse(`params.${member}`, matchingMessages.param_missing())
  return value
}

const refuse = (member: string, message: ReturnType<typeof matchingMessages.series_only>) =>
  invalid(matchingMessages.action_invalid(), [{ path: `action.metadata.${member}`, message }])
