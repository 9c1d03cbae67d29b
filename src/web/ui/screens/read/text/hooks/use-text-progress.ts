import { useCallback } from 'react'
import { announce } from '../../../../components/feedback/live-region'
import { formatPercent, t } from '../../../../i18n/i18n'
import { useOtherDevice } from '../../hooks/use-other-device'
import { useSavedProgress } from '../../hooks/use-saved-progress'
import type { Locator } from '../engine/locator'
import type { Place } from '../engine/position-tracker'

interface Known {
  /** null if progress is not saved. */
  readonly book: string | null
  /** Position last saved by any device, or by this browser if the server is unreachable. */
  readonly stored: Locator | null
}

/** Syncs the position with the server and announces the chapter. */
export function useTextProgress({ book, stored }: Known, here: Place | undefined) {
  const send = useSavedProgress(book, 'progression')
  const { elsewhere, note, stay } = useOtherDevice(
    book && stored && buildPositionKey(stored),
    here ? buildPositionKey(here.locator) : '',
  )
  const keep = useCallback(
    ({ locator, chapter, fraction }: Place, isRead: boolean) => {
      const percent = formatPercent(fraction)
      const title = chapter?.label.trim()
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

/** Builds a key that is the same for the same position on any device. */
const buildPositionKey = ({ href, locations: { partialCfi, totalProgression } }: Locator) =>
  [href, partialCfi, totalProgression].join(' ')
