/* Letters of PNG files: three by five pixels. Small letters are drawn as capitals. */
#include <ctype.h>

#include "view/view.h"

/* One octal digit a row. */
static const unsigned short digits[] = {075557, 026227, 061247, 061216, 055711,
                                        074616, 034757, 071222, 075757, 075716};
static const unsigned short letters[] = {
    025755, 065656, 034443, 065556, 074647, 074644, 034553, 055755, 072227, 011152, 055655, 044447, 057755,
    065555, 025552, 065644, 025563, 065655, 034216, 072222, 055557, 055552, 055775, 055255, 055222, 071247};
static const struct {
    char letter;
    unsigned short rows;
} others[] = {{'.', 000002}, {'-', 000700}, {'+', 002720}, {'_', 000007}, {'[', 064446},
              {']', 031113}, {'(', 012221}, {')', 042224}, {':', 002020}, {',', 000024},
              {'=', 007070}, {'/', 011244}, {'%', 051245}, {'<', 012421}, {'>', 042124},
              {'#', 057575}, {'@', 075543}, {'*', 052725}, {'!', 022202}, {'\'', 022000}};

unsigned view_glyph(char letter)
{
    if (letter >= '0' && letter <= '9')
        return digits[letter - '0'];
    if (isalpha((unsigned char)letter))
        return letters[toupper((unsigned char)letter) - 'A'];
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++)
        if (others[i].letter == letter)
            return others[i].rows;
    return letter == ' ' ? 0 : 077777;
}
