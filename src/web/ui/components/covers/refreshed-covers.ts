/**
 * Covers that became others while they are shown. A picture of the same address would be taken from what
 * the browser keeps; so the new one is fetched by hand and shown from memory.
 */
import { useEffect } from 'react'
import { onServerEvent } from '../../state/live/live'
import { useStore } from '../../state/store'
import { refreshedImages, cacheImage } from './refreshed-images'

/** How often each address is on the screen: others are not fetched before they are again. */
const shown = new Map<string, number>()
/** By the id in them, addresses that were on the screen since the page was loaded. */
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
  // Without it the old one stays: a picture is no reason for words.
  const answer = await fetch(addressShown(source), { cache: 'reload' }).catch(() => null)
  if (answer?.ok) await cacheImage(source, answer)
}

/** In the size that this screen took, so that what the browser keeps of it is renewed, too. */
function addressShown(source: string) {
  const images = [...document.querySelectorAll<HTMLImageElement>('[srcset]')]
  return images.find(({ currentSrc }) => currentSrc.startsWith(source))?.currentSrc ?? source
}

/** The address to show for a cover, always that of its newest picture. */
export function useRefreshedCover(source: string): string {
  useEffect(() => {
    shown.set(source, (shown.get(source) ?? 0) + 1)
    seen.set(idIn(source), source)
    // The browser would show again what it has in memory.
    if (outdated.delete(source)) coverChanged(source)
    return () => {
      const left = (shown.get(source) ?? 1) - 1
      if (left > 0) shown.set(source, left)
      else shown.delete(source)
    }
  }, [source])
  return useStore(refreshedImages).get(source) ?? source
}
