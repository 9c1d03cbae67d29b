import { Button } from '../../../../components/controls/button'
import { Sheet } from '../../../../components/dialogs/dialog'
import { DownloadIcon } from '../../../../components/icons'
import { t } from '../../../../i18n/i18n'
import { saveFile } from '../../shared/save-file'
import styles from '../../settings.module.css'

interface RecoveryCodesProps {
  codes: readonly string[]
  onClose: () => void
}

/** Shows new recovery codes, which cannot be shown again. */
export function RecoveryCodes({ codes, onClose }: RecoveryCodesProps) {
  const actions = (
    <>
      <Button
        icon={DownloadIcon}
        onClick={() => saveFile('quire-recovery-codes.txt', codes.join('\n'))}
      >
        {t('Download')}
      </Button>
      <Button variant="primary" onClick={onClose}>
        {t('Done')}
      </Button>
    </>
  )
  return (
    <Sheet open onClose={onClose} title={t('Your recovery codes')} actions={actions}>
      <div className={styles.question}>
        <p>
          {t(
            'If you lose your phone, you can use each of these codes once to sign in. Keep them in a safe place. They won’t be shown again.',
          )}
        </p>
        <ul aria-label={t('Your recovery codes')}>
          {codes.map((code) => (
            <li key={code}>
              <code>{code}</code>
            </li>
          ))}
        </ul>
      </div>
    </Sheet>
  )
}
