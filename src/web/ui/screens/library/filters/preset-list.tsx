/** A dialog for deleting saved filters. */
import { Button } from '../../../components/controls/button'
import { Dialog } from '../../../components/dialogs/dialog'
import { useChange } from '../../../components/use-change'
import { t } from '../../../i18n/i18n'
import { deletePreset, type Preset, presetsPath } from './presets'
import styles from './facet-picker.module.css'

interface ListProps {
  presets: readonly Preset[]
  onClose: () => void
}

export default function PresetList({ presets, onClose }: ListProps) {
  const remove = useChange({ act: deletePreset, stale: [presetsPath], once: true })
  return (
    <Dialog open onClose={onClose} title={t('Saved filters')}>
      {presets.length === 0 && <p>{t('No saved filters')}</p>}
      <ul role="list" className={styles.values}>
        {presets.map((preset) => (
          <li key={preset.id} className={styles.preset}>
            <span>{preset.name}</span>
            <Button
              small
              variant="danger"
              onClick={() => remove.mutate(preset)}
              aria-label={t('Delete {name}', { name: preset.name })}
            >
              {t('Delete')}
            </Button>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
