import { OwnersOnly } from '../shell/owners-only.js';

export default function Audit() {
  return (
    <OwnersOnly>
      <main id="main" className="page" />
    </OwnersOnly>
  );
}
