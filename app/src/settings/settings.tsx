import { OwnersOnly } from '../shell/owners-only.js';

export default function Settings() {
  return (
    <OwnersOnly>
      <main id="main" className="page" />
    </OwnersOnly>
  );
}
