import { Link } from '@tanstack/react-router'
import { Button, buttonClass } from '../../components/controls/button'
import { FolderPicker } from '../../components/folders/folder-picker'
import { useIsUsable } from '../../components/folders/folder-queries'
import { t } from '../../i18n/i18n'
import styles from './add-library.module.css'

interface ChooseFolderProps {
  path: string
  onChange: (path: string) => void
  onNext: () => void
}

export const ChooseFolder = ({ path, onChange, onNext }: ChooseFolderProps) => (
  <>
    <p className={styles.lead}>
      {t(
        'Where are your books? Choose a folder on the machine running Quire. Quire only reads it: your files are never changed or deleted.',
      )}
    </p>
    <FolderPicker value={path} onChange={onChange} />
    <div className={styles.foot}>
      <Link to="/" className={buttonClass('quiet')}>
        {t('Not now')}
      </Link>
      <Button variant="primary" disabled={!useIsUsable(path)} onClick={onNext}>
        {t('Use this folder')}
      </Button>
    </div>
  </>
)
