import { useLayoutEffect, useRef, useState } from 'react'
import { t } from '../../i18n/i18n'
import { classes } from '../class-names'
import styles from './details.module.css'

/** A few lines with a button that shows the rest. */
export function Description({ words }: { words: string }) {
  const [isWhole, setWhole] = useState(false)
  const [isCut, setCut] = useState(false)
  const text = useRef<HTMLParagraphElement>(null)
  useLayoutEffect(() => {
    const { current } = text
    if (!current || isWhole) return undefined
    const measure = () => setCut(current.scrollHeight > current.clientHeight + 2)
    const observer = new ResizeObserver(measure)
    observer.observe(current)
    measure()
    return () => observer.disconnect()
  }, [isWhole, words])
  return (
    <div className={styles.description}>
      <p ref={text} className={classes(styles.words, !isWhole && styles.cut)}>
        {words}
      </p>
      {(isCut || isWhole) && (
        <button type="button" className={styles.more} onClick={() => setWhole(!isWhole)}>
          {isWhole ? t('Less') : t('More')}
        </button>
      )}
    </div>
  )
}
