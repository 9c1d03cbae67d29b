/**
 * Notices and status marks in the reader. They have their own space and never cover a page.
 */
import { useEffect, useRef } from 'react'
import { Button } from '../../components/controls/button'
import { announce } from '../../components/feedback/live-region'
import { t } from '../../i18n/i18n'
import { hasUnsavedProgress } from '../../state/progress/save-progress'
import { useStore } from '../../state/store'
import type { ReaderPosition } from './frame/reader-position'
import styles from './reader.module.css'

export interface OtherDeviceProps<Target> {
  position: Pick<ReaderPosition<Target>, 'elsewhere' | 'goTo' | 'stay'>
  /** Text of the notice. */
  words(place: Target): string
  /** Label for the button that opens the position. */
  goLabel(place: Target): string
}

export function OtherDeviceNotice<Target>(props: OtherDeviceProps<Target>) {
  const { position, words, goLabel } = props
  const { elsewhere, goTo, stay } = position
  if (elsewhere === null) return null
  return (
    <section className={styles.notice} role="status">
      <p>{words(elsewhere)}</p>
      <Button small onClick={stay}>
        {t('Stay here')}
      </Button>
      <Button small variant="primary" onClick={() => goTo(elsewhere)}>
        {goLabel(elsewhere)}
      </Button>
    </section>
  )
}

interface ReadingMarksProps {
  incognito: boolean
  /** The setting that was just changed. */
  status?: string
}

/** Status of this session, next to the title. */
export function ReadingMarks({ incognito, status }: ReadingMarksProps) {
  const isWaiting = useStore(hasUnsavedProgress) && !incognito
  const words = t('Progress not saved yet')
  const reason = t('Server unavailable. Retrying.')
  const wasWaiting = useRef(false)
  useEffect(() => {
    if (isWaiting) announce(`${words}. ${reason}`)
    else if (wasWaiting.current) announce(t('Progress saved'))
    wasWaiting.current = isWaiting
  }, [isWaiting, words, reason])
  return (
    <>
      {status && <span className={styles.mark}>{status}</span>}
      {incognito && <span className={styles.mark}>{t('Incognito')}</span>}
      {isWaiting && (
        <span className={styles.mark} title={reason}>
          {words}
        </span>
      )}
    </>
  )
}
