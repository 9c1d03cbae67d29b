/** What is to be known while one reads. It takes room of its own: nothing is drawn over a page. */
import { useEffect } from 'react'
import { Button } from '../../components/controls/button'
import { announce } from '../../components/feedback/live-region'
import { t } from '../../i18n/i18n'
import { hasUnsavedProgress } from '../../state/progress/progress'
import { useStore } from '../../state/store'
import styles from './reader.module.css'

interface ElsewhereProps<Place> {
  /** Where one reads on another device, if one does. */
  place: Place | null
  words(place: Place): string
  /** The button that leads there. */
  goLabel(place: Place): string
  onGo(place: Place): void
  onStay(): void
}

export function OtherDeviceNotice<Place>(props: ElsewhereProps<Place>) {
  const { place, words, goLabel, onGo, onStay } = props
  if (place === null) return null
  return (
    <section className={styles.notice} role="status">
      <p>{words(place)}</p>
      <Button small onClick={onStay}>
        {t('Stay here')}
      </Button>
      <Button small look="primary" onClick={() => onGo(place)}>
        {goLabel(place)}
      </Button>
    </section>
  )
}

interface ReadingMarksProps {
  incognito: boolean
  /** What was chosen a moment ago. */
  told?: string
}

/** Beside the title: what is special about this reading. */
export function ReadingMarks({ incognito, told }: ReadingMarksProps) {
  const isWaiting = useStore(hasUnsavedProgress) && !incognito
  const words = t('Progress not saved yet')
  const why = t('Server unavailable. Retrying.')
  useEffect(() => {
    if (isWaiting) announce(`${words}. ${why}`)
  }, [isWaiting, words, why])
  return (
    <>
      {told && <span className={styles.mark}>{told}</span>}
      {incognito && <span className={styles.mark}>{t('Incognito')}</span>}
      {isWaiting && (
        <span className={styles.mark} title={why}>
          {words}
        </span>
      )}
    </>
  )
}
