/** Finds, updates and deletes saved books in the caches that pages have written. */
import { nameSavedCaches } from '../../shared/saved-caches'
import { scope } from './worker-scope'

const names = nameSavedCaches(scope)

/** IDs of the saved books. undefined if the caches have not been read yet. */
let savedIds: ReadonlySet<string> | undefined

export async function readSavedIds(): Promise<ReadonlySet<string>> {
  const all = await caches.keys()
  const ids = all
    .filter((name) => name.startsWith(names.bookPrefix))
    .map((name) => name.split(' ').at(-1) ?? '')
  savedIds = new Set(ids)
  return savedIds
}

export function forgetSavedIds(): void {
  savedIds = undefined
}

/** Whether the book, or any book, is saved. Also true if the caches have not been read yet. */
export const maybeSaved = (id?: string) =>
  !savedIds || (id === undefined ? savedIds.size > 0 : savedIds.has(id))

export const isSaved = async (id: string): Promise<boolean> =>
  (savedIds ?? (await readSavedIds())).has(id)

/** Books are shown only to the user who saved them, while that user is signed in. */
async function findUserId(): Promise<string | undefined> {
  const user = await caches.match(names.userEntry, { cacheName: names.user })
  return user && ((await user.json()) as { id: string }).id
}

/** Paths that are not pages of the interface. */
const otherPaths = /^(api|opds|komga|kobo|koreader|docs|health|assets|icons|metrics)(\/|$)/

/** Returns the saved page for a path of the interface. */
export async function findSavedPage({ pathname }: URL): Promise<Response | undefined> {
  if (otherPaths.test(pathname.slice(scope.length))) return undefined
  if (!(await caches.has(names.shell)) || !(await findUserId())) return undefined
  return (await caches.open(names.shell)).match(names.shellEntry)
}

const anyForm = { ignoreVary: true }

/** File names contain a hash of the content, so a saved file is never stale. */
export async function serveFile(request: Request): Promise<Response> {
  const saved =
    (await caches.has(names.shell)) &&
    (await (await caches.open(names.shell)).match(request.url, anyForm))
  return saved || fetch(request)
}

async function findBookCache(id: string): Promise<string | undefined> {
  const name = `${names.bookPrefix}${await findUserId()} ${id}`
  return (await caches.has(name)) ? name : undefined
}

/** Returns the saved copy, with a header that marks it as one, or undefined if there is none. */
export async function findSaved(
  { url, destination }: Request,
  id: string,
): Promise<Response | undefined> {
  const name = await findBookCache(id)
  const found = name && (await findEntry(await caches.open(name), url))
  if (!found) return undefined
  const copy = new Response(found.status === 204 ? null : found.body, found)
  copy.headers.set('x-saved-copy', '1')
  if (/^i?frame$/.test(destination)) allowFrame(copy.headers)
  return copy
}

/**
 * Allows the same origin, as the server does for frames of the reader. The saved response does not
 * allow it, because a script requested it.
 */
function allowFrame(headers: Headers) {
  const policy = headers.get('content-security-policy')
  if (!policy) return
  const framed = policy.replace(/\bsandbox$/, 'sandbox allow-same-origin')
  headers.set('content-security-policy', framed)
}

/** Each page is saved in one size, which is also used for other sizes and the thumbnail. */
async function findEntry(cache: Cache, url: string) {
  const exact = await cache.match(url, anyForm)
  if (exact || url.includes('/resources/')) return exact
  const page = url.replace(/(\/pages\/\d+)\/thumbnail.*/, '$1')
  return cache.match(page, { ignoreVary: true, ignoreSearch: true })
}

/** Replaces the saved copy, if there is a cache for the book. */
export async function updateSaved(request: Request, answer: Response, id: string): Promise<void> {
  const name = await findBookCache(id)
  if (name) await (await caches.open(name)).put(request.url, answer)
}

/** Removes a book that was deleted, or that the user may no longer see. */
export async function deleteSavedCopies(id: string): Promise<void> {
  const all = await caches.keys()
  const ofBook = all.filter((name) => name.startsWith(names.bookPrefix) && name.endsWith(` ${id}`))
  await Promise.all(ofBook.map((name) => caches.delete(name)))
  forgetSavedIds()
}
