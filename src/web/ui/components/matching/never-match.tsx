/** Excludes a series or book from automatic matching. */
import { useState } from 'react'
import { formatError } from '../../api/format-error'
import { useMutation } from '../../api/mutation'
import { t } from '../../i18n/i18n'
import { Switch } from '../controls/switch'
import { toast } from '../feedback/toast'
import { type MatchTarget, setNeverMatched } from './match-target'

interface NeverMatchProps {
  target: MatchTarget
  isInitiallyOn: boolean
}

export function NeverMatch({ target, isInitiallyOn }: NeverMatchProps) {
  const [isOn, setOn] = useState(isInitiallyOn)
  const save = useMutation({
    mutationFn: (next: boolean, signal) => setNeverMatched(target, next, signal),
    scope: { id: `never match ${target.id}` },
    onError: (error, next) => {
      setOn(!next)
      toast(formatError(error))
    },
  })
  return (
    <Switch
      label={t('Never match automatically')}
      hint={t('Automatic matching will skip this item. You can still choose a match here.')}
      checked={isOn}
      onChange={(next) => {
        setOn(next)
        save.mutate(next)
      }}
    />
  )
}
