/** Excludes a series from automatic matching. */
import { useState } from 'react'
import { api, readResponse } from '../../api/client'
import { formatError } from '../../api/format-error'
import { useMutation } from '../../api/mutation'
import { t } from '../../i18n/i18n'
import { Switch } from '../controls/switch'
import { toast } from '../feedback/toast'
import { withId } from '../use-action'

interface NeverMatchProps {
  seriesId: string
  isInitiallyOn: boolean
}

export function NeverMatch({ seriesId, isInitiallyOn }: NeverMatchProps) {
  const [isOn, setOn] = useState(isInitiallyOn)
  const path = '/api/v1/series/{id}/metadata/exclusions'
  const save = useMutation({
    mutationFn: (next: boolean, signal) => {
      const request = { ...withId(seriesId), body: {}, signal }
      return readResponse(next ? api.PUT(path, request) : api.DELETE(path, request))
    },
    scope: { id: `never match ${seriesId}` },
    onError: (error, next) => {
      setOn(!next)
      toast(formatError(error))
    },
  })
  return (
    <Switch
      label={t('Never match automatically')}
      hint={t('Runs over the library leave this series alone. You can still choose here.')}
      checked={isOn}
      onChange={(next) => {
        setOn(next)
        save.mutate(next)
      }}
    />
  )
}
