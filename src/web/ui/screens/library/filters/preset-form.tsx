/** Saves the current filters under a name. */
import { type FormEvent, useId, useState } from 'react'
import { Button } from '../../../components/controls/button'
import { Field } from '../../../components/controls/field'
import { Dialog } from '../../../components/dialogs/dialog'
import { useChange } from '../../../components/use-change'
import { foldText } from '../../../i18n/fold-text'
import { t } from '../../../i18n/i18n'
import type { LibrarySearch } from '../library-search'
import { type Preset, presetsPath, type PresetTab, savePreset } from './presets'

interface FormProps {
  tab: PresetTab
  search: LibrarySearch
  presets: readonly Preset[]
  onClose: () => void
}

export default function PresetForm({ tab, search, presets, onClose }: FormProps) {
  const [name, setName] = useState('')
  const known = presets.find(
    (preset) =>
      preset.libraryId === (search.library ?? null) &&
      foldText(preset.name) === foldText(name.trim()),
  )
  const save = useChange({
    act: () => savePreset({ name: name.trim(), search, tab, known }),
    done: t('Saved {name}', { name: name.trim() }),
    stale: [presetsPath],
    onDone: onClose,
    once: true,
  })
  const id = useId()
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('Save these filters')}
      actions={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button
            variant="primary"
            type="submit"
            form={id}
            busy={save.isPending}
            disabled={!name.trim()}
          >
            {known ? t('Replace') : t('Save')}
          </Button>
        </>
      }
    >
      <NameForm
        id={id}
        name={name}
        isKnown={known !== undefined}
        onName={setName}
        onSubmit={save.mutate}
      />
    </Dialog>
  )
}

interface NameProps {
  id: string
  name: string
  isKnown: boolean
  onName: (name: string) => void
  onSubmit: () => void
}

function NameForm({ id, name, isKnown, onName, onSubmit }: NameProps) {
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (name.trim()) onSubmit()
  }
  return (
    <form id={id} onSubmit={submit}>
      <Field
        label={t('Name')}
        name="name"
        autoFocus
        maxLength={100}
        value={name}
        onChange={({ target }) => onName(target.value)}
      />
      <p>
        {isKnown
          ? t('This replaces the saved filter with this name')
          : t('Filters, search terms and sort order are saved only for you')}
      </p>
    </form>
  )
}
