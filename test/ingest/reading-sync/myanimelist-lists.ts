/**
 * MyAnimeList, with reading lists as described by its documentation. It rejects what the real one
 * would reject.
 */
import { entry, type FakeEntry, type ListServer, startListServer } from './list-servers'
import { answerOauth, client } from './oauth-pages'

const pages = {
  prefix: '/v1/oauth2/',
  challenge: 'plain',
  secret: undefined,
  seconds: 3600,
} as const

export const startMyanimelistLists = (): ListServer =>
  startListServer(async (state, request) => {
    const page = await answerOauth(pages, state, request)
    if (page) return page
    if (request.headers.get('authorization') !== `Bearer ${state.token}`) {
      return Response.json({ error: 'invalid_token' }, { status: 401 })
    }
    if (request.headers.get('x-mal-client-id') !== client.id) return refuse(400)
    const { pathname, searchParams } = new URL(request.url)
    if (pathname === '/users/@me') {
      return Response.json({ id: state.accountId, name: `reader${state.accountId}` })
    }
    if (pathname === '/users/@me/mangalist') return listPage(state, searchParams)
    const [, mangaId, isStatus] = /^\/manga\/(\d+)(\/my_list_status)?$/.exec(pathname) ?? []
    if (mangaId === undefined) return refuse(404)
    if (isStatus === undefined) return showManga(state, Number(mangaId), searchParams)
    await state.beforeWrite?.()
    return change(state, Number(mangaId), request)
  })

const refuse = (status: number) => Response.json({ error: 'bad_request' }, { status })

const day = (value: unknown) => (typeof value === 'string' ? value : undefined)

const toStatus = (one: FakeEntry) => ({
  status: one.status,
  is_rereading: false,
  num_volumes_read: one.progressVolumes,
  num_chapters_read: one.progress,
  score: one.score ?? 0,
  updated_at: new Date(one.updatedAt * 1000).toISOString().replace('.000Z', '+00:00'),
  start_date: day(one.startedAt),
  finish_date: day(one.completedAt),
})

/**
 * Returns two entries per page, so that tests read several pages. Adult works are listed only on
 * request.
 */
function listPage({ entries, base, ...state }: ListServer, query: URLSearchParams) {
  const [limit, offset] = [Number(query.get('limit')), Number(query.get('offset'))]
  if (!(limit >= 1 && limit <= 1000) || !isListRequest(query.get('fields'))) return refuse(400)
  if (query.get('nsfw') !== 'true') return refuse(400)
  if (state.isListMissing) return Response.json({})
  if (state.wrongList !== undefined) return Response.json({ data: state.wrongList, paging: {} })
  const all = [...entries]
  const data = all.slice(offset, offset + limit).map(([id, one]) => ({
    node: { id, title: `Work ${id}` },
    list_status: {
      ...toStatus(one),
      ...(query.get('fields')?.includes('comments') && { comments: one.notes ?? '' }),
    },
  }))
  const isMore = offset + limit < all.length
  return Response.json({ data, paging: isMore ? { next: `${base}/next` } : {} })
}

const isListRequest = (fields: string | null) =>
  fields === 'list_status' || fields === 'list_status{comments}'

function showManga({ entries }: ListServer, id: number, query: URLSearchParams) {
  const known = entries.get(id)
  const isAsked = query.get('fields')?.startsWith('my_list_status')
  return Response.json({
    id,
    title: `Work ${id}`,
    ...(known &&
      isAsked && { my_list_status: { ...toStatus(known), comments: known.notes ?? '' } }),
  })
}

const members = new Set([
  'status',
  'num_chapters_read',
  'num_volumes_read',
  'start_date',
  'finish_date',
  'score',
  'comments',
])
const statuses = new Set(['reading', 'completed', 'on_hold', 'dropped', 'plan_to_read'])

async function change(state: ListServer, id: number, request: Request) {
  const { entries } = state
  if (request.method === 'DELETE') {
    return entries.delete(id) ? Response.json([]) : refuse(404)
  }
  if (request.method !== 'PATCH') return refuse(405)
  const form = Object.fromEntries(new URLSearchParams(await request.text()))
  const isKnown = Object.keys(form).every((name) => members.has(name))
  if (!isKnown || !statuses.has(form['status'] ?? 'reading')) return refuse(400)
  state.writes.push(form)
  const changed = applyForm(entries.get(id) ?? entry({ status: 'reading' }), form)
  entries.set(id, changed)
  return Response.json(toStatus(changed))
}

const applyForm = (known: FakeEntry, form: Record<string, string>): FakeEntry => ({
  ...known,
  status: form['status'] ?? known.status,
  progress: Number(form['num_chapters_read'] ?? known.progress),
  progressVolumes: Number(form['num_volumes_read'] ?? known.progressVolumes),
  startedAt: form['start_date'] ?? known.startedAt,
  completedAt: form['finish_date'] ?? known.completedAt,
  ...(form['score'] && { score: Number(form['score']) }),
  ...(form['comments'] !== undefined && { notes: form['comments'] }),
  updatedAt: Math.floor(Date.now() / 1000),
})
