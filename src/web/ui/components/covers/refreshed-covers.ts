/**
 * Covers whose image changes after they were shown. For the same URL, the browser would use its
 * cache, so the new image is fetched and shown as a blob.
 */
import { useEffect } from 'react'
import { onServerEvent } from '../../state/live/server-events'
import { useStore } from '../../state/store'
import { refreshedImages, cacheImage } from './refreshed-images'

/**
 * Number of visible covers for each URL. A cover that changes while it is hidden is fetched when it
 * becomes visible again.
 */
const shown = new Map<string, number>()
/** URLs shown since the page loaded, by the ID they contain. */
const seen = new Map<string, string>()
const outdated = new Set<string>()
const waiting = new Set<string>()
const bundleMs = 400
let timer: ReturnType<typeof setTimeout> | undefined

onServerEvent(({ type, entityId }) => {
  if (type !== 'cover_updated' || typeof entityId !== 'string') return
  const source = seen.get(entityId)
  if (!source) return
  if (shown.has(source)) coverChanged(source)
  else outdated.add(source)
})

const idIn = (source: string) => source.split('/').at(-2) ?? ''

function coverChanged(source: string) {
  waiting.add(source)
  timer ??= setTimeout(() => {
    timer = undefined
    const sources = [...waiting]
    waiting.clear()
    for (const each of sources) void renew(each)
  }, bundleMs)
}

async function renew(source: string) {
  // On failure, the old cover stays, without a message.
  const answer = await fetch(getShownUrl(source), { cache: 'reload' }).catch(() => null)
  if (answer?.ok) await cacheImage(source, answer)
}

/** Returns the URL of the displayed size, so that the browser cache is updated as well. */
function getShownUrl(source: string) {
  const images = [...document.querySelectorAll<HTMLImageElement>('[srcset]')]
  return images.find(({ currentSrc }) => currentSrc.startsWith(source))?.currentSrc ?? source
}

/** Returns the URL of the latest image for a cover. */
export function useRefreshedCover(source: string): string {
  useEffect(() => {
    shown.set(source, (shown.get(source) ?? 0) + 1)
    seen.set(idIn(source), source)
    // Fetches a cover that changed while it was hidden. Otherwise, the browser would reuse the
    // image in memory.
    if (outdated.delete(source)) coverChanged(source)
    return () => {
      const left = (shown.get(source) ?? 1) - 1
      if (left > 0) shown.set(source, left)
      else shown.delete(source)
    }
  }, [source])
  return useStore(refreshedImages).get(source) ?? source
}
