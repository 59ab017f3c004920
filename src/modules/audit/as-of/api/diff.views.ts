import { writePosition } from '../../../../catalogue/positions.js';
import type { DiffChangeDto, DiffDto } from './diff.dto.js';
import type { AttributedChange, SubjectDiff } from './subject-history.js';

const toChangeDto = ({ eventId, ...change }: AttributedChange): DiffChangeDto => ({
  ...change,
  ...(eventId === undefined ? {} : { event_id: eventId }),
});

export const toDiffDto = ({ from, to, before, after, changes }: SubjectDiff): DiffDto => ({
  from: writePosition(from),
  to: writePosition(to),
  ...(before === undefined ? {} : { before }),
  ...(after === undefined ? {} : { after }),
  changes: changes.map(toChangeDto),
});
