import { useEffect, useState } from 'react'
import { formatBytes } from '../../../i18n/bytes'
import { t } from '../../../i18n/i18n'
import { savedBooks } from '../../../state/offline/saved-books'
import { readSpace, type Space } from '../../../state/offline/saving/storage-space'
import { useStore } from '../../../state/store'
import bar from '../../feedback/scan-progress.module.css'
import styles from '../offline.module.css'

/** Used and available space in this browser. */
export function SpaceLine() {
  const records = useStore(savedBooks)
  const [space, setSpace] = useState<Space>()
  useEffect(() => {
    let isShown = true
    void readSpace().then((now) => isShown && setSpace(now))
    return () => {
      isShown = false
    }
  }, [records])
  if (!space) return null
  const { used, available, isPersistent } = space
  return (
    <div className={styles.space}>
      <progress
        className={bar.line}
        aria-label={t('Space in this browser')}
        value={used}
        max={Math.max(1, used + available)}
      />
      <p>
        {t('{used} used in this browser, {available} available', {
          used: formatBytes(used),
          available: formatBytes(available),
        })}
      </p>
      {!isPersistent && records !== undefined && records.length > 0 && (
        <p>
          {t(
            'Your browser may remove saved books automatically when this device runs out of space',
          )}
        </p>
      )}
    </div>
  )
}
