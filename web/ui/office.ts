// What the officials' pages gain by scripts, beside what every page has: the keys of the desk, the
// check-in, the forms and the print job. Readers on phones don't load it.
import { checkin } from "./checkin";
import { desk } from "./desk";
import { importing } from "./importing";
import { paper } from "./paper";
import { regulations } from "./regulations";

desk();
paper();
checkin();
regulations();
importing();
