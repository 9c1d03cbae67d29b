import { type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import { t } from '../../../../i18n/i18n'
import type { Settings } from '../../hooks/use-reader-settings'
import { type Listeners, type Navigator, type Opened, createNavigator } from '../engine/navigator'
import type { Painted } from '../engine/highlights'
import { getColors, buildLayoutAttributes, buildStyles } from '../engine/layout/styles'
import type { Place } from '../engine/position-tracker'
import { useSurroundingTheme } from './use-surrounding-theme'

interface NavigatorEvents {
  onPlace(place: Place): void
  /** Called when a key is pressed in the frame of the book, where the page does not receive it. */
  onKey(event: KeyboardEvent): void
  onLink(href: string, link: Element): void
  /** Called when a link to a website is followed. */
  onWebsite(address: string): void
  /**
   * Called for a tap that neither follows a link nor selects text. Coordinates are window pixels.
   */
  onTap(x: number, y: number, target: EventTarget | null): void
  onSelection(isSelected: boolean): void
  listHighlights(): readonly Painted[]
}

interface Places {
  readonly element: RefObject<HTMLElement | null>
  /** Set before the text is shown. */
  readonly navigator: RefObject<Navigator | undefined>
}

interface NavigatorOptions {
  readonly opened: Opened
  readonly settings: Settings
}

/** Opens the book once and applies setting changes. */
export function useNavigator(
  { element, navigator }: Places,
  { opened, settings }: NavigatorOptions,
  events: NavigatorEvents,
) {
  const [failure, setFailure] = useState<unknown>()
  const around = useSurroundingTheme()
  const colors = getColors(settings['epub.theme'], around)
  const appearance = useMemo(
    () => ({
      layout: buildLayoutAttributes(settings),
      styles: buildStyles(settings, colors),
      font: settings['epub.font'],
    }),
    [settings, colors],
  )
  const latest = useRef({ events, appearance, opened })
  latest.current = { events, appearance, opened }
  useEffect(() => {
    const { current } = element
    if (!current) return
    let isGone = false
    let open: Navigator | undefined
    const listeners = listenersFor(() => latest.current.events)
    const start = async () => {
      const { opened: openedBook, appearance: first } = latest.current
      const created = await createNavigator(openedBook, current, first, listeners)
      // Accepts keys even while the first section is loading.
      if (!isGone) navigator.current = created
      await created.start(openedBook.from)
      if (isGone) return created.close()
      open = created
      created.apply(latest.current.appearance)
    }
    start().catch((error: unknown) => setFailure(error))
    return () => {
      isGone = true
      navigator.current = undefined
      open?.close()
    }
  }, [element, navigator])
  useEffect(() => navigator.current?.apply(appearance), [navigator, appearance])
  return { failure, colors }
}

/** If the pointer moves farther than this, it is a swipe or a text selection. */
const maxTapPixels = 8

function listenersFor(events: () => NavigatorEvents): Listeners {
  return {
    onPlace: (place) => events().onPlace(place),
    onSelection: (isSelected) => events().onSelection(isSelected),
    listHighlights: () => events().listHighlights(),
    onLink: (href, link) => events().onLink(href, link),
    onExternalLink: (address) => {
      if (/^https?:/i.test(address) && URL.canParse(address)) events().onWebsite(address)
    },
    onDocument(doc) {
      if (doc.contentType === 'application/json') {
        doc.body.textContent = t('This section is missing from the book file')
      }
      doc.defaultView?.frameElement?.setAttribute('title', doc.title || t('Book text'))
      doc.addEventListener('keydown', (event) => events().onKey(event))
      let pressed = { x: 0, y: 0 }
      doc.addEventListener('pointerdown', (event) => {
        pressed = { x: event.screenX, y: event.screenY }
      })
      doc.addEventListener('click', (event) => {
        const moved = Math.hypot(event.screenX - pressed.x, event.screenY - pressed.y)
        const hasMarked = doc.getSelection()?.isCollapsed === false
        if (event.defaultPrevented || hasMarked || moved > maxTapPixels) return
        const frame = doc.defaultView?.frameElement?.getBoundingClientRect()
        const [x, y] = [event.clientX + (frame?.x ?? 0), event.clientY + (frame?.y ?? 0)]
        events().onTap(x, y, event.target)
      })
    },
  }
}
