import { useState } from 'react'
import { Button, IconButton } from '../../../../components/controls/button'
import { Dialog } from '../../../../components/dialogs/dialog'
import { findParent } from '../../../../components/folders/folder-paths'
import { FolderPicker } from '../../../../components/folders/folder-picker'
import { useIsUsable } from '../../../../components/folders/folder-queries'
import { CloseIcon, PlusIcon } from '../../../../components/icons'
import { t } from '../../../../i18n/i18n'
import settings from '../../settings.module.css'
import type { FieldsProps } from './fields-props'
import styles from '../libraries.module.css'

export function FolderFields({ value, onChange }: FieldsProps) {
  const [isChoosing, setChoosing] = useState(false)
  const paths = value.paths ?? []
  return (
    <fieldset>
      <legend className={settings.legend}>{t('Folders')}</legend>
      <div className={styles.folders}>
        {paths.map((path) => (
          <div key={path} className={styles.folder}>
            <code>{path}</code>
            {paths.length > 1 && (
              <IconButton
                label={t('Remove {path}', { path })}
                icon={CloseIcon}
                onClick={() => onChange({ paths: paths.filter((each) => each !== path) })}
              />
            )}
          </div>
        ))}
        <div className={settings.actions}>
          <Button small icon={PlusIcon} onClick={() => setChoosing(true)}>
            {t('Add folder')}
          </Button>
        </div>
        {paths.length > 1 && (
          <p className={settings.hint}>
            {t('A folder that contains books can’t be removed, only replaced with another one')}
          </p>
        )}
      </div>
      {isChoosing && (
        <ChooseFolder
          libraryId={value.id}
          start={paths[0] ?? '/'}
          onClose={() => setChoosing(false)}
          onChoose={(path) => {
            setChoosing(false)
            if (!paths.includes(path)) onChange({ paths: [...paths, path] })
          }}
        />
      )}
    </fieldset>
  )
}

interface ChooseFolderProps {
  libraryId: string
  start: string
  onClose: () => void
  onChoose: (path: string) => void
}

function ChooseFolder({ libraryId, start, onClose, onChoose }: ChooseFolderProps) {
  const [path, setPath] = useState(findParent(start))
  const isUsable = useIsUsable(path, libraryId)
  const actions = (
    <>
      <Button onClick={onClose}>{t('Cancel')}</Button>
      <Button variant="primary" disabled={!isUsable} onClick={() => onChoose(path)}>
        {t('Use this folder')}
      </Button>
    </>
  )
  return (
    <Dialog open wide onClose={onClose} title={t('Choose folder')} actions={actions}>
      <FolderPicker value={path} onChange={setPath} libraryId={libraryId} />
    </Dialog>
  )
}
