import { Switch } from '../../../../components/controls/switch'
import { t } from '../../../../i18n/i18n'

interface BackupContents {
  withUploads: boolean
  withSecrets: boolean
}

interface ContentsProps {
  value: BackupContents
  onChange: (value: BackupContents) => void
}

/** Options for what a backup contains in addition to the database. */
export const BackupContents = ({ value, onChange }: ContentsProps) => (
  <>
    <Switch
      label={t('Include uploaded covers')}
      hint={t('Also includes profile pictures. Thumbnails are never included.')}
      checked={value.withUploads}
      onChange={(withUploads) => onChange({ ...value, withUploads })}
    />
    <Switch
      label={t('Include settings files and secrets')}
      hint={t('Anyone who has such a backup can sign in as any user. Keep it in a safe place.')}
      checked={value.withSecrets}
      onChange={(withSecrets) => onChange({ ...value, withSecrets })}
    />
  </>
)
