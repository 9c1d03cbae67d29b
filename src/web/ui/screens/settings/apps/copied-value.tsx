import { Button } from '../../../components/controls/button'
import { toast } from '../../../components/feedback/toast'
import { t } from '../../../i18n/i18n'
import styles from './apps.module.css'

/**
 * A value to type or copy into an app. The Clipboard API requires HTTPS. Without it, users can
 * select the text.
 */
export function CopiedValue({ label, value }: { label: string; value: string }) {
  const copy = async () => {
    await navigator.clipboard.writeText(value)
    toast(t('Copied'))
  }
  return (
    <span className={styles.value}>
      <code className={styles.text}>{value}</code>
      {'clipboard' in navigator && (
        <Button small aria-label={t('Copy {name}', { name: label })} onClick={() => void copy()}>
          {t('Copy')}
        </Button>
      )}
    </span>
  )
}

/** Builds an entry for a list of facts. */
export const buildFact = (label: string, value: string) =>
  [label, <CopiedValue key={label} label={label} value={value} />] as const
