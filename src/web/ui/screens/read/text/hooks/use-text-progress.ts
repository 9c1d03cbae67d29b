import { useCallback } from 'react'
import { announce } from '../../../../components/feedback/live-region'
import { formatPercent, t } from '../../../../i18n/i18n'
import { useOtherDevice } from '../../hooks/use-other-device'
import { useSavedProgress } from '../../hooks/use-saved-progress'
import type { Locator } from '../engine/locator'
import type { Place } from '../engine/position-tracker'

interface Known {
  /** Without one, nothing is kept. */
  readonly book: string | null
  /** The place that the server knows, from whatever device. */
  readonly stored: Locator | null
}

/** The place goes to the server, and comes from there; the chapter is said to those who do not see it. */
export function useTextProgress({ book, stored }: Known, here: Place | undefined) {
  const send = useSavedProgress(book, 'progression')
  const { elsewhere, note, stay } = useOtherDevice(
    book && stored && buildPositionKey(stored),
    here ? buildPositionKey(here.locator) : '',
  )
  const keep = useCallback(
    ({ locator, chapter, fraction }: Place, isRead: boolean) => {
      const percent = formatPercent(fraction)
      const title = chapter?.label
      announce(
        title
          ? t('{chapter}, {percent} of the book', { chapter: title, percent })
          : t('{percent} of the book', { percent }),
      )
      if (!isRead) return
      send({ body: { locator }, ends: fraction === 1 })
      note(buildPositionKey(locator))
    },
    [send, note],
  )
  return { keep, elsewhere: elsewhere === null ? null : stored, stay }
}

/** The same for the same place, whichever device told it. */
const buildPositionKey = ({ href, locations: { partialCfi, totalProgression } }: Locator) =>
  [href, partialCfi, totalProgression].join(' ')
