/** Notices in the reader. They have a space of their own and never cover a page. */
import { useEffect, useRef } from 'react'
import { Button } from '../../components/controls/button'
import { announce } from '../../components/feedback/live-region'
import { t } from '../../i18n/i18n'
import { hasUnsavedProgress } from '../../state/progress/save-progress'
import { useStore } from '../../state/store'
import styles from './reader.module.css'

export interface OtherDeviceProps<Target> {
  /** Position on another device, if there is one. */
  place: Target | null
  words(place: Target): string
  /** Label for the button that opens the position. */
  goLabel(place: Target): string
  onGo(place: Target): void
  onStay(): void
}

export function OtherDeviceNotice<Target>(props: OtherDeviceProps<Target>) {
  const { place, words, goLabel, onGo, onStay } = props
  if (place === null) return null
  return (
    <section className={styles.notice} role="status">
      <p>{words(place)}</p>
      <Button small onClick={onStay}>
        {t('Stay here')}
      </Button>
      <Button small variant="primary" onClick={() => onGo(place)}>
        {goLabel(place)}
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
