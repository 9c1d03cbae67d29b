/**
 * Routes for administration screens: version, health, folders, queued tasks and duplicate books.
 * Lists of things that Quire does not have are empty.
 */
import { type AnyElysia, Elysia } from 'elysia'
import type { Permission } from '../../../accounts/permissions/model'
import { cancelTask, listTasks } from '../../../admin/tasks/service'
import { browseFolders } from '../../../catalog/libraries/folders/browse'
import { listBookDuplicates } from '../../../catalog/duplicates/service'
import { listBooksByIds } from '../../../catalog/books/service'
import type { Context } from '../../../context'
import { Refusal } from '../../../errors'
import { boolean, optional, patchable, shape, text } from '../../../platform/http/shapes'
import { builtFrom, release } from '../../../version'
import { readKomgaBody } from '../access/body'
import { handle, type KomgaCall, options } from '../access/komga-call'
import { buildBookDtos } from '../dto/book-dto'
import { createEmptyPage, createKomgaPage, readPaging, toPaging } from '../lists/komga-paging'

export const komgaServerRoutes = (ctx: Context) => (app: AnyElysia) =>
  app.use(answers(ctx)).use(work(ctx)).use(emptyPages(ctx))

const FolderRequest = shape(
  { path: patchable(text(4096)), showFiles: optional(boolean()) },
  { additionalProperties: true },
)

const announcements = {
  version: 'https://jsonfeed.org/version/1',
  title: 'Announcements',
  home_page_url: null,
  description: null,
  items: [],
}

const fixed: [path: string, answer: object][] = [
  ['/api/v1/announcements', announcements],
  ['/api/v1/releases', []],
  ['/api/v1/fonts/families', []],
  // Included because Komga's web interface shows the commit.
  [
    '/actuator/info',
    {
      build: { name: 'Quire', version: release },
      git: { branch: 'main', commit: { id: builtFrom.commit, time: builtFrom.time } },
    },
  ],
]

function answers(ctx: Context) {
  const app = new Elysia()
  for (const [path, answer] of fixed)
    app.get(
      path,
      handle(ctx, [], async () => answer),
      options,
    )
  // Clients request these paths before they sign in.
  return app
    .get('/actuator/health', () => Response.json({ status: 'UP' }), options)
    .get('/api/v1/claim', () => Response.json({ isClaimed: true }), options)
    .get('/api/v1/oauth2/providers', () => Response.json([]), options)
}

const work = (ctx: Context) =>
  new Elysia()
    .post('/api/v1/filesystem', handle(ctx, 'libraries:write', listFolders), options)
    .delete('/api/v1/tasks', handle(ctx, 'tasks:write', cancelPendingTasks), options)
    .get('/api/v1/books/duplicates', handle(ctx, 'books:read', listDuplicateBooks), options)

/** Lists subfolders, never files. */
async function listFolders({ ctx, viewer, request }: KomgaCall) {
  const { path } = await readKomgaBody(request, FolderRequest)
  const found = await browseFolders(ctx, viewer, path ? { path } : {})
  const directories = found.entries.filter(({ isDirectory }) => isDirectory)
  return {
    parent: found.parentPath,
    directories: directories.map(({ name, path: folder }) => ({
      type: 'directory',
      name,
      path: folder,
    })),
    files: [],
  }
}

const maxCancelled = 500

/** Cancels the queued tasks, at most 500 of them. Returns the number of canceled tasks. */
async function cancelPendingTasks({ ctx, viewer }: KomgaCall) {
  const paging = { page: 1, pageSize: maxCancelled, offset: 0 }
  const { data } = await listTasks(ctx, viewer, { status: 'pending' }, paging)
  let count = 0
  for (const { id } of data) {
    if (await cancelUnlessEnded(ctx, viewer, id)) count++
  }
  return Response.json(count)
}

async function cancelUnlessEnded(...[ctx, viewer, id]: Parameters<typeof cancelTask>) {
  try {
    await cancelTask(ctx, viewer, id)
    return true
  } catch (error) {
    // The task has started or ended in the meantime.
    if (error instanceof Refusal && ['conflict', 'not_found'].includes(error.reason)) return false
    throw error
  }
}

const maxGroups = 50

/**
 * Returns a page of groups of duplicates. The total is the number of groups, because Quire does not
 * count the books in them.
 */
async function listDuplicateBooks({ ctx, viewer, query }: KomgaCall) {
  const asked = readPaging(query)
  const paging = { ...asked, size: Math.min(asked.size, maxGroups) }
  const { data, total } = await listBookDuplicates(ctx, viewer, {}, toPaging(paging))
  const ids = data.flatMap(({ bookIds }) => bookIds)
  const books = await listBooksByIds(ctx, viewer, ids)
  return createKomgaPage(paging, { data: await buildBookDtos(ctx, viewer, books), total })
}

const emptyPaths: [path: string, can: Permission][] = [
  ['/api/v1/page-hashes', 'system:admin'],
  ['/api/v1/page-hashes/unknown', 'system:admin'],
  ['/api/v1/page-hashes/:hash', 'system:admin'],
]

function emptyPages(ctx: Context) {
  const app = new Elysia()
  for (const [path, can] of emptyPaths) {
    app.get(
      path,
      handle(ctx, can, async ({ query }) => createEmptyPage(query)),
      options,
    )
  }
  return app
}
