// The pages of a game's board.
import { life } from "./life";
import { live } from "./live";
import { read } from "./read";
import { record } from "./record";
import { seal } from "./seal";

record();
life();
seal();
live();
read();
