/** Downloads files into a cache. Each is streamed to disk, so a large book needs little memory. */

/** Thrown if the browser's storage is full. */
export class StorageFull extends Error {}
/** Thrown if the server is unreachable, or if a request keeps failing with a transient status. */
export class Interrupted extends Error {}

interface Download {
  cache: Cache
  urls: readonly string[]
  signal: AbortSignal
  /** Called after each file. */
  onFile(file: { bytes: number; isMissing: boolean }): void
}

/** More requests would slow down a page that is being read. */
const parallelRequests = 3

/** Downloads the files that are not in the cache. */
export async function downloadMissing(download: Download) {
  const known = new Set((await download.cache.keys()).map(({ url }) => url))
  await downloadFiles({ ...download, urls: download.urls.filter((url) => !known.has(url)) })
}

/** Downloads files and replaces those in the cache. */
export async function downloadFiles({ cache, urls, signal, onFile }: Download) {
  const left = [...urls]
  const failed = new AbortController()
  const both = AbortSignal.any([signal, failed.signal])
  const work = async () => {
    for (let url = left.shift(); url !== undefined; url = left.shift()) {
      both.throwIfAborted()
      onFile(await downloadFile(cache, url, both))
    }
  }
  const ended = Array.from({ length: parallelRequests }, () =>
    work().catch((error: unknown) => {
      // Aborting makes the other downloads fail too, so only the first failure contains the cause.
      failed.abort(error)
    }),
  )
  // Waits for all of them: a pending write to a deleted cache would keep its space occupied.
  await Promise.all(ended)
  signal.throwIfAborted()
  failed.signal.throwIfAborted()
}

/** True for statuses that may be transient, so that the request is repeated. */
const isPassing = (status: number) =>
  status >= 500 || [401, 403, 404, 408, 425, 429].includes(status)
const attempts = 4
const firstWaitMs = 500

async function downloadFile(cache: Cache, url: string, signal: AbortSignal) {
  for (let attempt = 1; ; attempt++) {
    const answer = await request(url, signal)
    if (answer?.ok) return { bytes: await store(cache, url, answer), isMissing: false }
    await answer?.body?.cancel()
    if (answer && isMissing(url, answer.status)) {
      // A book without a cover is complete.
      return { bytes: 0, isMissing: !url.endsWith('/thumbnail') }
    }
    if (attempt === attempts) throw new Interrupted(`${url}: ${answer?.status ?? 'unreachable'}`)
    await wait(firstWaitMs * 2 ** attempt, signal)
  }
}

/**
 * True for a damaged page, for a part that the book references but does not contain, and for a
 * missing cover.
 */
const isMissing = (url: string, status: number) =>
  !isPassing(status) || (status === 404 && /\/(resources|pages)\/|thumbnail/.test(url))

/**
 * Returns undefined if the server is unreachable. Bypasses the browser cache, so that the file is
 * not stored twice.
 */
async function request(url: string, signal: AbortSignal) {
  try {
    const answer = await fetch(url, { cache: 'no-store', signal })
    return answer.headers.has('x-saved-copy') ? undefined : answer
  } catch (error) {
    signal.throwIfAborted()
    if (!(error instanceof TypeError)) throw error
    return undefined
  }
}

async function store(cache: Cache, url: string, answer: Response): Promise<number> {
  let bytes = 0
  const counter = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      bytes += chunk.byteLength
      controller.enqueue(chunk)
    },
  })
  const { status, statusText, headers } = answer
  const body = answer.status === 204 ? null : (answer.body?.pipeThrough(counter) ?? null)
  const counted = new Response(body, {
    status,
    statusText,
    headers,
  })
  try {
    await cache.put(url, counted)
  } catch (error) {
    if (error instanceof DOMException && error.name === 'QuotaExceededError')
      throw new StorageFull()
    // The connection broke while the file was being sent.
    if (error instanceof TypeError) throw new Interrupted(url)
    throw error
  }
  return bytes
}

function wait(ms: number, signal: AbortSignal) {
  return new Promise<void>((resolve, reject) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(signal.reason as Error)
    })
  })
}
