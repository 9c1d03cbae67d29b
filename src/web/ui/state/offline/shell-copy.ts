/**
 * The copy of the interface that starts without the server. A new one is complete before it
 * replaces the old one: its page is stored last, and the old copy's files are deleted after that.
 */
import { baseUrl, buildUrl } from '../../api/client'
import { shellCache, shellEntry } from './cache-names'
import { downloadMissing } from './saving/download-files'

export async function updateShellCopy(signal: AbortSignal) {
  const answer = await fetch(buildUrl('offline-page'), {
    cache: 'no-store',
    headers: { accept: 'text/html' },
    signal,
  })
  if (!answer.ok) return
  const files = readFiles(await answer.clone().text())
  if (!files) return
  const urls = files.map(buildUrl)
  const cache = await caches.open(shellCache)
  let isWhole = true
  const onFile = ({ isMissing }: { isMissing: boolean }) => (isWhole &&= !isMissing)
  await downloadMissing({ cache, urls, signal, onFile })
  // A file is missing, because the server was updated in the meantime.
  if (!isWhole) return
  await cache.put(shellEntry, answer)
  await deleteOthers(cache, new Set([...urls, new URL(shellEntry, baseUrl).href]))
}

/** Lists the files of Quire's page. Returns undefined for a different page, such as a proxy's. */
function readFiles(html: string): readonly string[] | undefined {
  const text = new DOMParser()
    .parseFromString(html, 'text/html')
    .getElementById('boot')?.textContent
  const boot = text ? (JSON.parse(text) as { offlineFiles?: readonly string[] }) : undefined
  return boot?.offlineFiles
}

/** Deletes a copy that has no page and is therefore unusable. */
export async function deleteIncompleteShell() {
  const cache = await caches.open(shellCache)
  if (await cache.match(shellEntry)) return
  // A deleted cache keeps its space while it is in use. Deleting its files frees the space now.
  await deleteOthers(cache, new Set())
  await caches.delete(shellCache)
}

async function deleteOthers(cache: Cache, kept: ReadonlySet<string>) {
  for (const request of await cache.keys()) {
    if (!kept.has(request.url)) await cache.delete(request)
  }
}
