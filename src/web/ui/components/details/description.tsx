import { useLayoutEffect, useRef, useState } from 'react'
import { t } from '../../i18n/i18n'
import { classes } from '../class-names'
import styles from './details.module.css'

interface DescriptionProps {
  words: string
  /** Source of the text, such as "From Vol. 1". */
  source?: string | undefined
}

/** A few lines of text with a button that shows the rest. */
export function Description({ words, source }: DescriptionProps) {
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
      {source && <small className={styles.source}>{source}</small>}
      {(isCut || isWhole) && (
        <button type="button" className={styles.more} onClick={() => setWhole(!isWhole)}>
          {isWhole ? t('Less') : t('More')}
        </button>
      )}
    </div>
  )
}
