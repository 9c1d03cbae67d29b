import { type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import { t } from '../../../i18n/i18n'
import type { Settings } from '../use-reader-settings'
import {
  type Listeners,
  type Navigator,
  type Opened,
  openBook,
  type Place,
} from './engine/navigator'
import { coloursOf, layoutOf, stylesOf } from './engine/styles'
import { useIsDark } from './use-is-dark'
import { useTypeface } from './use-typeface'

interface Heard {
  onPlace(place: Place): void
  /** A key in the book's own documents, which the page around does not hear. */
  onKey(event: KeyboardEvent): void
  /** A press that neither followed a link nor marked words; in pixels of the window. */
  onTap(x: number, y: number): void
}

/** Opens the book in an element, once, and dresses it anew when settings change. */
export function useNavigator(
  element: RefObject<HTMLElement | null>,
  opened: Opened,
  settings: Settings,
  heard: Heard,
) {
  const [navigator, setNavigator] = useState<Navigator>()
  const [failure, setFailure] = useState<unknown>()
  const isDark = useIsDark()
  const colours = coloursOf(settings['epub.theme'], isDark)
  const look = useMemo(
    () => ({ layout: layoutOf(settings), styles: stylesOf(settings, colours) }),
    [settings, colours],
  )
  const latest = useRef({ heard, look, opened })
  latest.current = { heard, look, opened }
  useEffect(() => {
    const { current } = element
    if (!current) return
    let isGone = false
    let open: Navigator | undefined
    const listeners = listenersFor(() => latest.current.heard)
    const start = async () => {
      open = await openBook(latest.current.opened, current, latest.current.look, listeners)
      if (isGone) open.close()
      else setNavigator(open)
    }
    start().catch((error: unknown) => setFailure(error))
    return () => {
      isGone = true
      open?.close()
    }
  }, [element])
  useEffect(() => navigator?.apply(look), [navigator, look])
  useTypeface(navigator, settings['epub.font'], () => navigator?.apply(latest.current.look))
  return { navigator, failure, colours }
}

/** A press that moved was a swipe or marked words. */
const stillPixels = 8

function listenersFor(heard: () => Heard): Listeners {
  return {
    onPlace: (place) => heard().onPlace(place),
    onExternalLink: (address) => {
      if (/^https?:/.test(address)) window.open(address, '_blank', 'noopener,noreferrer')
    },
    onDocument(doc) {
      if (doc.contentType === 'application/json') {
        doc.body.textContent = t('This part is missing in the file of the book.')
      }
      doc.addEventListener('keydown', (event) => heard().onKey(event))
      let pressed = { x: 0, y: 0 }
      doc.addEventListener('pointerdown', (event) => {
        pressed = { x: event.screenX, y: event.screenY }
      })
      doc.addEventListener('click', (event) => {
        const moved = Math.hypot(event.screenX - pressed.x, event.screenY - pressed.y)
        const hasMarked = doc.getSelection()?.isCollapsed === false
        if (event.defaultPrevented || hasMarked || moved > stillPixels) return
        const frame = doc.defaultView?.frameElement?.getBoundingClientRect()
        heard().onTap(event.clientX + (frame?.x ?? 0), event.clientY + (frame?.y ?? 0))
      })
    },
  }
}
